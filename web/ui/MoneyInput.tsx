import { TextInput } from '@mantine/core';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import type { FieldProps } from './Field.tsx';
import styles from './MoneyInput.module.css';
import { readTypedAmount, showWrittenAmount, useReadability } from './readable.ts';
import { useTypedText } from './useTypedText.ts';

export interface MoneyInputProps extends FieldProps {
  /** An exact decimal as text, or what was typed where that is none; empty when nothing is entered. */
  value: string;
  /** The amount read. What cannot be read is handed on as it is typed: whoever reckons with it or saves it must refuse it. */
  onChange: (written: string) => void;
  /** Digits after the point: 2 for money, more for rates, 0 for counts. */
  places?: number;
  negative?: boolean;
  /** What stands before the figure; nothing for quantities and rates. */
  symbol?: string;
  id?: string;
  name?: string;
  disabled?: boolean;
  readOnly?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** An amount: right-aligned, grouped the Indian way when left, exact to the last digit. */
export function MoneyInput(props: MoneyInputProps) {
  const { value, onChange, places = 2, negative = false, symbol, error, required, ref, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const rules = { places, negative };
  const { text, setText } = useTypedText(value, (written) => showWrittenAmount(written, rules));
  const { written, wrong } = readTypedAmount(text, rules);
  const [showsWrong, setShowsWrong] = useState(false);
  useReadability(input, wrong);

  function read(typed: string): void {
    const { written: next } = readTypedAmount(typed, rules);
    setText(typed, next);
    setShowsWrong(false);
    if (next !== value) onChange(next);
  }

  /** Without its commas a figure can be edited in the middle; at once, so that what is selected stays selected. */
  function ungroup(field: HTMLInputElement): void {
    if (props.readOnly) return;
    if (value !== '' && wrong === undefined) flushSync(() => setText(text.replaceAll(',', ''), value));
    field.select();
  }

  function settle(): void {
    if (wrong === undefined) setText(showWrittenAmount(written, rules), value);
    setShowsWrong(true);
    props.onBlur?.();
  }

  return (
    <TextInput
      {...rest}
      ref={input}
      classNames={{ input: styles.input ?? '' }}
      inputMode={negative ? 'text' : 'decimal'}
      autoComplete="off"
      withAsterisk={required ?? false}
      aria-required={required || undefined}
      error={(showsWrong ? wrong : undefined) ?? error}
      leftSection={symbol ? <span aria-hidden>{symbol}</span> : null}
      leftSectionPointerEvents="none"
      value={text}
      onChange={(event) => read(event.currentTarget.value)}
      onFocus={(event) => ungroup(event.currentTarget)}
      onBlur={settle}
      onInvalid={() => setShowsWrong(true)}
    />
  );
}
