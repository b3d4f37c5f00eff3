import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDecimal } from '#domain/numbers.ts';
import { filtered } from '#web/ui/filtered.ts';
import styles from './Figures.module.css';

interface FigureInputProps {
  label: string;
  /** Digits, or empty. */
  value: string;
  maxChars: number;
  /** Shown while nothing is entered. */
  placeholder?: string;
  isUnsaved: boolean;
  /** Whether the value cannot be saved. */
  isWrong?: boolean;
  onChange: (value: string) => void;
}

/** A whole number in a cell of a table: digits while it is typed, grouped otherwise. */
export function FigureInput({
  label,
  value,
  maxChars,
  placeholder,
  isUnsaved,
  isWrong = false,
  onChange,
}: FigureInputProps) {
  const [isTyping, setTyping] = useState(false);
  const shown = isTyping || value === '' ? value : formatDecimal(value, 0);
  return (
    <TextInput
      classNames={{ input: styles.input ?? '', root: styles.field ?? '' }}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="next"
      {...(placeholder === undefined ? {} : { placeholder })}
      error={isWrong}
      data-unsaved={isUnsaved || undefined}
      value={shown}
      onFocus={(event) => {
        setTyping(true);
        event.currentTarget.select();
      }}
      onBlur={() => setTyping(false)}
      onChange={filtered({ kind: 'numeric', maxChars }, value, (event) =>
        onChange(event.currentTarget.value),
      )}
    />
  );
}
