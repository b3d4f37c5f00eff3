import { useEffect, type RefObject } from 'react';
import { formatDate, parseDate, readIsoDate, type IsoDate } from '#domain/dates.ts';
import { formatDecimal, parseAmount, type AmountRules } from '#domain/numbers.ts';
import { uiText } from '#web/texts/ui.ts';

/** Text typed into a field, as it is handed on: what cannot be read stays as it was typed, so that it is refused, not lost. */
interface Written {
  readonly written: string;
  /** Why it cannot be read, in words. */
  readonly wrong?: string;
}

export interface DateLimits {
  readonly min?: IsoDate | undefined;
  readonly max?: IsoDate | undefined;
}

/** A typed date: yyyy-MM-dd when it can be taken. */
export function readTypedDate(typed: string, { min, max }: DateLimits, today: IsoDate): Written {
  const text = typed.trim();
  const date = parseDate(text, today);
  if (date === null) return text === '' ? { written: '' } : { written: text, wrong: uiText.date.notADate };
  // Written as the wire does not, so that nobody takes it for one.
  if (min && date < min) return { written: formatDate(date), wrong: uiText.date.before(formatDate(min)) };
  if (max && date > max) return { written: formatDate(date), wrong: uiText.date.after(formatDate(max)) };
  return { written: date };
}

export function showWrittenDate(written: string): string {
  const date = readIsoDate(written);
  return date === null ? written : formatDate(date);
}

/** A typed amount: a plain decimal when it can be taken. */
export function readTypedAmount(typed: string, { places = 2, negative = false }: AmountRules): Written {
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

/** Tells the form a field is in that its text cannot be read. */
export function useReadability(field: RefObject<HTMLInputElement | null>, wrong: string | undefined): void {
  useEffect(() => field.current?.setCustomValidity(wrong ?? ''), [field, wrong]);
}

/** Whether all that is typed in a form can be read; otherwise each field says what is wrong and the first has the focus. */
export function isReadable(form: HTMLFormElement): boolean {
  if (form.checkValidity()) return true;
  form.querySelector<HTMLElement>('input:invalid')?.focus();
  return false;
}
