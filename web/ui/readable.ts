import { useEffect, type RefObject } from 'react';
import { formatDate, parseDate, readIsoDate, type IsoDate } from '#domain/dates.ts';
import { formatDecimal, parseAmount, type AmountRules } from '#domain/numbers.ts';
import { uiText } from '#web/texts/ui.ts';

/**
 * The value of a text field. Text that cannot be parsed stays as typed, so that the form can refuse it instead of
 * losing it.
 */
interface FieldText {
  readonly written: string;
  /** The reason why the text cannot be parsed. */
  readonly wrong?: string;
}

export interface DateLimits {
  readonly min?: IsoDate | undefined;
  readonly max?: IsoDate | undefined;
}

/** Parses a typed date to yyyy-MM-dd if it is valid. */
export function readTypedDate(typed: string, { min, max }: DateLimits, today: IsoDate): FieldText {
  const text = typed.trim();
  const date = parseDate(text, today);
  if (date === null) return text === '' ? { written: '' } : { written: text, wrong: uiText.date.notADate };
  // Written in the display format and not in that of the wire, so that no code takes it for a valid date.
  if (min && date < min) return { written: formatDate(date), wrong: uiText.date.before(formatDate(min)) };
  if (max && date > max) return { written: formatDate(date), wrong: uiText.date.after(formatDate(max)) };
  return { written: date };
}

export function showWrittenDate(written: string): string {
  const date = readIsoDate(written);
  return date === null ? written : formatDate(date);
}

/** Parses a typed amount to a plain decimal if it is valid. */
export function readTypedAmount(typed: string, { places = 2, negative = false }: AmountRules): FieldText {
  const text = typed.trim();
  const decimal = parseAmount(text, { places, negative });
  if (decimal !== null) return { written: decimal };
  if (text === '') return { written: '' };
  const withAnyPlaces = parseAmount(text, { places: text.length, negative });
  return {
    written: text,
    wrong: withAnyPlaces === null ? uiText.money.notAnAmount : uiText.money.tooManyPlaces(places),
  };
}

export function showWrittenAmount(written: string, { places = 2, negative = false }: AmountRules): string {
  const decimal = parseAmount(written, { places, negative });
  return decimal === null ? written : formatDecimal(decimal, places);
}

/** Reports to the field's form that its text cannot be parsed. */
export function useReadability(field: RefObject<HTMLInputElement | null>, wrong: string | undefined): void {
  useEffect(() => field.current?.setCustomValidity(wrong ?? ''), [field, wrong]);
}

/** Whether all fields of a form can be parsed. If not, each field shows its error and the first one gets the focus. */
export function isReadable(form: HTMLFormElement): boolean {
  if (form.checkValidity()) return true;
  form.querySelector<HTMLElement>('input:invalid')?.focus();
  return false;
}
