import { formatAmount } from '#domain/numbers.ts';
import { flashText } from '#web/texts/flash.ts';

const { count } = flashText;

/** A currency code begins with the code of its country. */
export const flagOf = (isd: string): string => isd.slice(0, 2);

/** 50.00 short, 20.00 over: a difference is positive if notes are missing. */
export function differenceWords(difference: string): { readonly amount: string; readonly way: string } {
  const isNone = !/[1-9]/.test(difference);
  return {
    amount: formatAmount(difference.replace('-', '')),
    way: isNone ? '' : difference.startsWith('-') ? count.over : count.short,
  };
}
