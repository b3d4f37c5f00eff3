import { formatFinancialYear, type IsoDate } from '#domain/dates.ts';
import { isSale, type TransactionType } from '#domain/requests/codes.ts';
import type { Print } from '#domain/requests/documents.ts';
import type { PaperKind } from '#domain/requests/papers.ts';
import type { Letterhead } from '#server/platform/pdf/description.ts';
import type { Paper } from './papers/paper.ts';

/** The data of a request on its paper, as PostgreSQL builds it. */
export type PaperFacts = Omit<
  Paper,
  'letterhead' | 'number' | 'scheme' | 'madeAt' | 'isFinal' | 'reprintedOn'
> & {
  readonly madeAt: string;
};

/** A stored paper: its whole content except the number, with the logo as the hash of its bytes. */
export type StoredPaper = PaperFacts &
  Pick<Paper, 'scheme'> & {
    readonly letterhead: { readonly company: Letterhead['company']; readonly logo: string | null };
  };

const LETTERS: Readonly<Record<Print, string>> = { memo: 'M', encashment: 'E' };
const NUMBER_DIGITS = 6;

/** For example M/2026-27/000017, which fits the sixteen characters allowed for the number of a tax invoice. */
export const paperNumber = (print: Print, financialYear: string, number: number): string =>
  [
    LETTERS[print],
    formatFinancialYear(financialYear).replace('FY ', ''),
    String(number).padStart(NUMBER_DIGITS, '0'),
  ].join('/');

export const paperKind = (print: Print, type: TransactionType): PaperKind => {
  if (print === 'encashment') return 'encashmentCertificate';
  return isSale(type) ? 'cashMemo' : 'purchaseMemo';
};

/** Converts a stored paper for printing. */
export const paperOf = (
  { letterhead, madeAt, ...stored }: StoredPaper,
  number: string,
  logo: Buffer | null,
  reprintedOn: IsoDate | null,
): Paper => ({
  ...stored,
  letterhead: { company: letterhead.company, logo },
  madeAt: new Date(madeAt),
  number,
  isFinal: true,
  reprintedOn,
});
