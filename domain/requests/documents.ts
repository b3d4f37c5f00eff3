import type { Answer } from '../answer.ts';
import { isSale, type TransactionType } from './codes.ts';

/** The KYC documents of a request (001 §5), and its printed papers. */

export const MAX_REMARK_CHARS = 250;
const NO_KIND = 'Please fill document name.';

/** The kind as sent: a number or digits. Empty and zero mean none. */
const documentKind = (written: number | string): number => Number(written) || 0;

export const kindRefusal = (kind: number | string): string | null =>
  documentKind(kind) === 0 ? NO_KIND : null;

/** The kind of the document that proves a delivery (server/migrations/0031). */
export const PROOF_KIND = 15;
export const PROOF_MISSING = 'Please take a signature or a photo first.';

/** The prefix of a document's entry in the activity log of a request. The kind and the file name follow. */
export const DOCUMENT_NEWS = { add: 'Document added', remove: 'Document removed' } as const;
export const documentNews = (action: keyof typeof DOCUMENT_NEWS, kind: string, fileName: string): string =>
  `${DOCUMENT_NEWS[action]}: ${kind}, ${fileName}.`;

export type Print = 'memo' | 'encashment';

/** Only a Final request has papers, and only purchases have certificates. */
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
