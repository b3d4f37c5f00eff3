import { TextInput } from '@mantine/core';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { afterPress } from './afterPress.ts';
import type { FieldProps } from './Field.tsx';
import { filtered } from './filtered.ts';
import styles from './MoneyInput.module.css';
import { readTypedAmount, showWrittenAmount, useReadability } from './readable.ts';
import { useTypedText } from './useTypedText.ts';

export interface MoneyInputProps extends FieldProps {
  /** An exact decimal as text, or the typed text if it is not a decimal; empty if nothing is entered. */
  value: string;
  /**
   * Receives the parsed amount, or the typed text if it cannot be parsed. Code that computes with the value or saves it
   * must refuse such text.
   */
  onChange: (written: string) => void;
  /** Digits after the point: 2 for money, more for rates, 0 for counts. */
  places?: number;
  negative?: boolean;
  /** The maximum number of typed characters, without group separators. */
  maxChars?: number | undefined;
  /** The symbol before the figure; none for quantities and rates. */
  symbol?: string;
  /** The name of a field whose label is not shown. */
  'aria-label'?: string;
  id?: string;
  name?: string;
  disabled?: boolean;
  readOnly?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** An amount: right-aligned, exact to the last digit, with Indian grouping when the field loses the focus. */
export function MoneyInput(props: MoneyInputProps) {
  const {
    value,
    onChange,
    places = 2,
    negative = false,
    maxChars,
    symbol,
    error,
    required,
    ref,
    ...rest
  } = props;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const rules = { places, negative };
  const kind = negative ? 'signed' : places === 0 ? 'numeric' : 'decimal';
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

  /** Removes the group separators so that the figure can be edited in the middle. flushSync keeps the selection. */
  function ungroup(field: HTMLInputElement): void {
    if (props.readOnly) return;
    if (value !== '' && wrong === undefined) flushSync(() => setText(value, value));
    field.select();
  }

  function settle(): void {
    if (wrong === undefined) setText(showWrittenAmount(written, rules), value);
    afterPress(() => setShowsWrong(true));
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
      onChange={filtered({ kind, maxChars }, text, (event) => read(event.currentTarget.value))}
      onFocus={(event) => ungroup(event.currentTarget)}
      onBlur={settle}
      onInvalid={() => afterPress(() => setShowsWrong(true))}
    />
  );
}
