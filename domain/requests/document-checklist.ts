import { isPublic, type TransactionType } from './codes.ts';

/** The kinds of KYC documents, as the database numbers them. */
export const DOCUMENT_KINDS = {
  1: 'Passport',
  2: 'Visa',
  3: 'Ticket',
  4: 'PAN card',
  5: 'Form A2',
  6: 'LRS declaration',
  7: 'Address proof',
  8: 'Identity proof',
  9: 'Student admission or fee letter',
  10: 'Medical estimate',
  11: 'Currency declaration form',
  12: 'Board resolution or authority letter',
  13: 'Bank proof of payment',
  14: 'Other',
} as const;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;

/** What a purpose needs besides the papers of every sale to the public. Other purposes need nothing more. */
const BY_PURPOSE: Readonly<Record<string, readonly DocumentKind[]>> = {
  LEISURE: [3],
  BUSINESS: [3],
  PILGRIMAGE: [3],
  CONFERENCE: [3],
  EDUCATION: [9],
  MEDICAL: [10],
  EMPLOYMENT: [2],
  EMIGRATION: [2],
  MAINTENANCE: [6],
  GIFT: [6],
  CREW: [12],
};

/** The documents that a request usually has, by its type and purpose. A missing one stops nothing. */
export function usualDocuments({
  type,
  purpose,
}: {
  readonly type: TransactionType | '';
  readonly purpose: string;
}): readonly DocumentKind[] {
  if (type === '') return [];
  if (!isPublic(type)) return [12, 8];
  if (type === 'PP') return [1];
  return [1, 4, 5, ...(BY_PURPOSE[purpose.toUpperCase()] ?? [])];
}

/** The first that matches decides, so that a currency declaration is not taken for any other declaration. */
const NAMED: readonly (readonly [DocumentKind, RegExp])[] = [
  [1, /passport|\bppt\b/],
  [2, /visa/],
  [3, /ticket|itinerary|boarding|\bpnr\b/],
  [4, /\bpan\b|pancard/],
  [5, /\ba2\b|forma2/],
  [11, /currency declaration|\bcdf\b/],
  [6, /\blrs\b|declaration/],
  [7, /address|electricity|utility|rent agreement/],
  [9, /admission|\bfees?\b|offer letter|\bi20\b/],
  [10, /medical|hospital|estimate/],
  [12, /board resolution|resolution|authority/],
  [13, /\butr\b|receipt|bank statement|proof of payment|\bneft\b|\brtgs\b/],
  [8, /aadhaar|aadhar|identity|voter|driving|licen[cs]e/],
];

/** The kind of document that a file name suggests, or null. */
export function guessDocumentKind(fileName: string): DocumentKind | null {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  return NAMED.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
