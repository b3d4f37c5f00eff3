import { FILE_REFUSALS, hasManyDots } from '#domain/files.ts';
import { BUSY_TEXT } from '../gate.ts';
import { MAX_FILE_NAME_CHARS } from '../limits.ts';

/** Why a file was refused; `message` is for the sender. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  /** For the log only. */
  readonly detail?: string;
}

export type RefusalCode = keyof typeof REFUSALS;

export const REFUSALS = {
  ...FILE_REFUSALS,
  name: 'File name has characters that are not allowed.',
  nameTooLong: `File name is longer than ${MAX_FILE_NAME_CHARS} characters.`,
  type: 'This type of file is not allowed.',
  content: 'The file is damaged or is not what its name says.',
  infected: 'The file was refused by the virus scanner.',
  unscanned: 'The file could not be checked for viruses. Please try again later.',
  unchecked: 'The file could not be checked. Please try again later.',
  busy: BUSY_TEXT,
  interrupted: 'The upload was interrupted. Please try again.',
} as const;

/** A refusal with the text of its code. */
export function refusal(code: RefusalCode, detail?: string): Refusal {
  return { code, message: REFUSALS[code], ...(detail === undefined ? {} : { detail }) };
}

/** Control characters, line separators, and the direction marks that can disguise "exe.pdf" as another name. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** The stored name (in composed form) with its extension, or the refusal. */
export function readFileName(
  given: string,
): { readonly fileName: string; readonly extension: string } | { readonly refused: Refusal } {
  const fileName = given.normalize('NFC');
  if (fileName.trim() === '') return { refused: refusal('missing') };
  if (hasManyDots(fileName)) return { refused: refusal('dots') };
  if ([...fileName].length > MAX_FILE_NAME_CHARS) return { refused: refusal('nameTooLong') };
  const [stem = '', extension = ''] = fileName.split('.');
  const isPlain = fileName.isWellFormed() && !HIDDEN.test(fileName) && !/[/\\]/.test(fileName);
  if (!isPlain || stem.trim() === '') return { refused: refusal('name') };
  return { fileName, extension: extension.toLowerCase() };
}
