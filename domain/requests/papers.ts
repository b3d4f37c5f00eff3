import type { TransactionType } from './codes.ts';

/** The printed papers of a request, and their fixed texts. */

export const PAPERS = {
  cashMemo: 'Cash memo / Tax invoice',
  purchaseMemo: 'Purchase memo',
  encashmentCertificate: 'Encashment certificate',
} as const;
export type PaperKind = keyof typeof PAPERS;

/** The papers of each transaction type. */
export const PAPERS_OF: Readonly<Record<TransactionType, readonly PaperKind[]>> = {
  SP: ['cashMemo'],
  SB: ['cashMemo'],
  PP: ['purchaseMemo', 'encashmentCertificate'],
  PB: ['purchaseMemo', 'encashmentCertificate'],
};

const COUNTED =
  'Received the above in full and in good order. Notes are to be counted before leaving the counter.';

/** The declarations that the customer signs. */
export const DECLARATIONS: Readonly<Record<TransactionType, readonly string[]>> = {
  SP: [
    'I declare that I need this foreign exchange for the purpose stated above and shall use it for no other, and that with it the foreign exchange I have drawn from all sources in India in this financial year stays within the limit that the Foreign Exchange Management Act, 1999 and the rules under it allow me.',
    'I shall surrender to an authorised person what I do not use, within the time those rules set.',
    COUNTED,
  ],
  SB: [
    'We declare that we are authorised to deal in foreign exchange under the Foreign Exchange Management Act, 1999 and buy the above in the course of that business.',
    COUNTED,
  ],
  PP: [
    'I declare that the foreign exchange sold is my own, that I came by it lawfully, and that I declared it to the Customs on arrival in India where a declaration was due.',
    'Received the amount above in full, in settlement of this sale.',
  ],
  PB: [
    'We declare that we are authorised to deal in foreign exchange under the Foreign Exchange Management Act, 1999 and sell the above in the course of that business.',
    'Received the amount above in full, in settlement of this sale.',
  ],
};

/** The certification of the business, above the figures of an encashment certificate. */
export const CERTIFIED =
  'We certify that on the date above we bought from the party named below the foreign exchange described here and paid its value in Indian rupees.';

export const CERTIFICATE_NOTES = [
  'This certificate should be kept: it may be asked for when unspent rupees are changed back into foreign exchange.',
  'It is not transferable and is valid only with the signature of an authorised signatory.',
] as const;

/** The mark of a reprinted paper. */
export const reprintMark = (day: string): string => `Reprint ${day}`;
export const DRAFT_MARK = 'DRAFT';
