import { plainNumber } from './numbers.ts';

/**
 * The characters that a field accepts while the user types or pastes (000 §5): the same texts that the server accepts.
 */
export type InputKind = 'numeric' | 'decimal' | 'signed' | 'alphanumeric';

export interface InputFilter {
  readonly kind: InputKind;
  readonly maxChars?: number | undefined;
}

const SHAPES: Readonly<Record<InputKind, RegExp>> = {
  numeric: /^\d*$/,
  decimal: /^\d*(?:\.\d*)?$/,
  signed: /^-?\d*(?:\.\d*)?$/,
  alphanumeric: /^[A-Za-z\d]*$/,
};

/** Copied codes contain blanks, and copied numbers contain commas and a currency sign; neither is part of the value. */
const plainText = (kind: InputKind, typed: string): string | null =>
  kind === 'alphanumeric' ? typed.replace(/\s/g, '') : plainNumber(typed);

/** Whether a field of this kind accepts the text. */
export const isAdmitted = (kind: InputKind, text: string): boolean => {
  const plain = plainText(kind, text);
  return plain !== null && SHAPES[kind].test(plain);
};

/**
 * The content of a field after `typed` has replaced `before`. A text that does not fit is refused as a whole: dropping
 * some of its characters would make another number of 12.34.56 or 1o0.
 */
export function filterInput({ kind, maxChars }: InputFilter, before: string, typed: string): string {
  const isShorter = typed.length < before.length;
  // A text that came from elsewhere and does not fit can still be deleted character by character.
  if (!isAdmitted(kind, typed)) return isShorter && !isAdmitted(kind, before) ? typed : before;
  const taken = plainText(kind, typed) ?? '';
  const isTooLong = maxChars !== undefined && taken.length > maxChars;
  return isTooLong && taken.length >= before.length ? before : taken;
}
