import { TextInput } from '@mantine/core';
import { useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { formatDecimal, parseAmount } from '#domain/numbers.ts';
import { uiText } from '#web/texts/ui.ts';
import type { FieldProps } from './Field.tsx';
import styles from './MoneyInput.module.css';
import { useTypedText } from './useTypedText.ts';

export interface MoneyInputProps extends FieldProps {
  /** An exact decimal as text; empty when nothing is entered. */
  value: string;
  /** The amount read, or empty while the field is empty or holds no amount. */
  onChange: (decimal: string) => void;
  /** Digits after the point: 2 for money, more for rates, 0 for counts. */
  places?: number;
  negative?: boolean;
  /** What stands before the figure; nothing for quantities and rates. */
  symbol?: string;
  name?: string;
  disabled?: boolean;
  readOnly?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** An amount: right-aligned, grouped the Indian way when left, exact to the last digit. */
export function MoneyInput(props: MoneyInputProps) {
  const { value, onChange, places = 2, negative = false, symbol, error, required, ...rest } = props;
  const show = (decimal: string) => (decimal === '' ? '' : formatDecimal(decimal, places));
  const { text, setText } = useTypedText(value, show);
  const [wrong, setWrong] = useState<string>();

  function read(typed: string): void {
    const decimal = parseAmount(typed, { places, negative }) ?? '';
    setText(typed, decimal);
    setWrong(undefined);
    if (decimal !== value) onChange(decimal);
  }

  /** Without its commas a figure can be edited in the middle; at once, so that what is selected stays selected. */
  function ungroup(field: HTMLInputElement): void {
    if (props.readOnly) return;
    if (value !== '') flushSync(() => setText(text.replaceAll(',', ''), value));
    field.select();
  }

  function settle(): void {
    if (value !== '') setText(show(value), value);
    else if (text.trim()) setWrong(whatIsWrong(text, places, negative));
    props.onBlur?.();
  }

  return (
    <TextInput
      {...rest}
      classNames={{ input: styles.input ?? '' }}
      inputMode={negative ? 'text' : 'decimal'}
      autoComplete="off"
      withAsterisk={required ?? false}
      aria-required={required || undefined}
      error={wrong ?? error}
      leftSection={symbol ? <span aria-hidden>{symbol}</span> : null}
      leftSectionPointerEvents="none"
      value={text}
      onChange={(event) => read(event.currentTarget.value)}
      onFocus={(event) => ungroup(event.currentTarget)}
      onBlur={settle}
    />
  );
}

function whatIsWrong(text: string, places: number, negative: boolean): string {
  const withAnyPlaces = parseAmount(text, { places: text.length, negative });
  return withAnyPlaces === null ? uiText.money.notAnAmount : uiText.money.tooManyPlaces(places);
}
