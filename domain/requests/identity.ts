import type { IdType } from './codes.ts';

/** Aadhaar numbers (ID types 7 and 8). They are never stored or shown in full, and free text is searched for them. */

const AADHAAR_TYPES: readonly string[] = ['7', '8'] satisfies readonly IdType[];
const MASK = 'XXXXXXXX';
const AADHAAR_DIGITS = 12;

export const isAadhaarType = (idType: string): boolean => AADHAAR_TYPES.includes(idType);

/**
 * An ID number as it is stored, shown and sent: of Aadhaar only the last four digits. Masking twice changes nothing.
 */
export function keptIdNumber(idType: string, idNumber: string): string {
  const typed = idNumber.trim();
  if (!isAadhaarType(idType)) return typed;
  const digits = typed.replace(/[^0-9]/g, '').slice(-4);
  return digits === '' ? '' : MASK + digits;
}

/** The multiplication table of the dihedral group of order ten, used by Verhoeff's check. */
const MULTIPLY = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
] as const;
const PERMUTE = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
] as const;

/** Whether the last digit is Verhoeff's check digit of the others. */
export function passesVerhoeff(digits: string): boolean {
  if (!/^[0-9]+$/.test(digits)) return false;
  const check = [...digits]
    .reverse()
    .reduce((sum, digit, place) => MULTIPLY[sum]?.[PERMUTE[place % 8]?.[Number(digit)] ?? 0] ?? 0, 0);
  return check === 0;
}

/** Whether free text contains a possible Aadhaar number: twelve digits, grouped or not, that pass the check. */
export function holdsAadhaarNumber(text: string): boolean {
  const runs = text.match(/[0-9]+(?:[\s.\-–/]{1,3}[0-9]+)*/g) ?? [];
  return runs.some((run) => {
    const groups = run.split(/[^0-9]+/);
    return groups.some((_, start) => {
      let digits = '';
      for (const group of groups.slice(start)) {
        digits += group;
        if (digits.length >= AADHAAR_DIGITS) break;
      }
      return digits.length === AADHAAR_DIGITS && passesVerhoeff(digits);
    });
  });
}
