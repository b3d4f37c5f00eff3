/** The masks of the numbers that identify a customer. numbers.ts decides who sees them whole. */

const SHOWN_CHARS = 4;
const MIN_MASK = 'XXXX';

/** A number of which only the last four characters are shown, or fewer if it is short. */
export function maskedNumber(number: string): string {
  if (number === '') return '';
  const shown = Math.min(SHOWN_CHARS, Math.floor(number.length / 2));
  return number.slice(number.length - shown).padStart(Math.max(number.length, MIN_MASK.length + shown), 'X');
}

/** Whether a typed number is one that was masked. */
export const isMaskedNumber = (typed: string): boolean => typed.trim().toUpperCase().startsWith(MIN_MASK);

/** Why a masked number cannot be saved, after the name of its field. */
export const TYPE_WHOLE = 'shows only the end of the number. Please type the whole number.';

/** No part of a birthday is shown, because its year alone narrows it down. */
export const maskedDay = (day: string): string => day.replaceAll(/\d/g, 'X');
