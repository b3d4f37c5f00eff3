import type { Letterhead } from '#server/platform/pdf/description.ts';

/** What the printed report of an audit says. Dates and months are as they are printed. */

export interface ChecklistFact {
  readonly no: number;
  readonly words: string;
  readonly isHeading: boolean;
  readonly answer: 'Y' | 'N' | 'S';
  readonly observation: string;
}

export interface CountFact {
  readonly words: string;
  /** Null if they were never counted. Reports that were closed before this was known have 0. */
  readonly transactions: number | null;
  readonly discrepancies: number;
}

export interface PartyFact {
  readonly party: string;
  readonly document: string;
  readonly words: string;
  readonly status: string;
}

/** A discrepancy of the audit with what was last said about it, and by whom. */
export interface FindingFact {
  /** The type and number of the transaction; empty for the file of a party. */
  readonly number: string;
  readonly date: string;
  /** The kind of transaction, or the party. */
  readonly of: string;
  readonly words: string;
  readonly remark: string;
  readonly status: string;
}

export interface SummaryFact {
  readonly words: string;
  readonly discrepancies: number;
  readonly lastMonth: number | null;
  readonly complied: number | null;
}

/** Whole rupees as text; null if the figure is not known. */
export interface BusinessFact {
  readonly words: string;
  readonly thisMonth: string | null;
  readonly lastMonth: string | null;
}

export interface ReportFacts {
  readonly branch: string;
  readonly branchName: string;
  readonly month: string;
  readonly lastMonth: string;
  readonly date: string;
  readonly auditor: string;
  readonly cashier: string;
  readonly manager: string;
  readonly rbi: readonly ChecklistFact[];
  readonly operational: readonly ChecklistFact[];
  readonly purchases: readonly CountFact[];
  readonly sales: readonly CountFact[];
  readonly transfers: readonly CountFact[];
  readonly corporates: readonly PartyFact[];
  readonly dealers: readonly PartyFact[];
  readonly franchisees: readonly PartyFact[];
  readonly summary: readonly SummaryFact[];
  readonly business: readonly BusinessFact[];
  /** Reports that were closed before there was an annexure have none. */
  readonly findings?: readonly FindingFact[];
}

/** The letterhead with its logo by the hash of its bytes. */
export interface StoredLetterhead {
  readonly company: Letterhead['company'];
  readonly logo: string | null;
}

/** The report of a closed audit as it is stored. */
export interface StoredReport {
  readonly facts: ReportFacts;
  readonly letterhead: StoredLetterhead;
}
