import { fileRefusal } from '../files.ts';
import type { Answer } from '../answer.ts';
import { isSale, type TransactionType } from './codes.ts';

/** The KYC documents of a request (001 §5), and which papers are printed for it. */

export const MAX_REMARK_CHARS = 250;
const NO_KIND = 'Please fill document name.';

/** The kind as it travels: a number, or digits; nothing and zero are none. */
export const documentKind = (written: number | string): number => Number(written) || 0;

export const kindRefusal = (kind: number | string): string | null =>
  documentKind(kind) === 0 ? NO_KIND : null;

/** Why a document cannot be sent, the first reason in the order of the specification; null where there is none. */
export const documentRefusal = (document: {
  readonly kind: number | string;
  readonly file: { readonly name: string; readonly size: number } | null;
}): string | null => kindRefusal(document.kind) ?? fileRefusal(document.file);

/** How the activity of a request tells of a document; its kind and its file follow. */
export const DOCUMENT_NEWS = { add: 'Document added', remove: 'Document removed' } as const;
export const documentNews = (action: keyof typeof DOCUMENT_NEWS, kind: string, fileName: string): string =>
  `${DOCUMENT_NEWS[action]}: ${kind}, ${fileName}.`;

export type Print = 'memo' | 'encashment';

/** A paper is of a request that stands: one that is not Final has none, and only purchases are certified. */
export function canPrint(
  print: Print,
  { submitted, type }: { readonly submitted: boolean; readonly type: TransactionType | '' },
): Answer {
  if (!submitted || type === '')
    return { ok: false, why: 'The request is not submitted, so there is no paper of it yet.' };
  if (print === 'encashment' && isSale(type))
    return { ok: false, why: 'An encashment certificate is for purchases only.' };
  return { ok: true };
}
