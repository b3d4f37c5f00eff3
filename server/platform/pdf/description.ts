import type { CompanyDraft } from '#domain/masters/company.ts';

/**
 * A paper as plain data, from its first part to its last. A module describes a paper; a child process draws it. The same
 * description gives the same file, byte for byte.
 */
export interface PdfDescription {
  readonly title: string;
  /** The id of the paper, not of its printing. */
  readonly id: string;
  readonly author: string;
  readonly madeAt: Date;
  /** Printed at the foot of each page, before the page number. */
  readonly footer: string;
  /** Printed across each page, such as DRAFT. */
  readonly across?: string;
  readonly parts: readonly PdfPart[];
}

/** Each part stands below the one before it. */
export type PdfPart =
  | ({ readonly part: 'letterhead' } & Letterhead)
  | ({ readonly part: 'title' } & Title)
  | ({ readonly part: 'facts' } & FactColumns)
  | ({ readonly part: 'heading' } & Heading)
  | ({ readonly part: 'table' } & Table)
  | ({ readonly part: 'captioned' } & CaptionedTable)
  | ({ readonly part: 'beside' } & TablesBeside)
  | ({ readonly part: 'totals' } & Totals)
  | ({ readonly part: 'smallPrint' } & SmallPrint)
  | { readonly part: 'signatures'; readonly signatures: readonly Signature[] }
  | { readonly part: 'text'; readonly text: string; readonly style: TextStyle }
  /** On one page, unless they are longer than a page. */
  | { readonly part: 'together'; readonly parts: readonly KeptPart[] }
  | { readonly part: 'newPage' }
  /** In points. */
  | { readonly part: 'space'; readonly height: number };

/** A part whose height is known before it is drawn. */
export type KeptPart = Extract<
  PdfPart,
  { readonly part: 'heading' | 'table' | 'smallPrint' | 'signatures' | 'space' }
>;

export type Weight = 'regular' | 'strong';

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'centre';
}

export interface Letterhead {
  readonly company: CompanyDraft;
  /** As `printableLogo` returns it. */
  readonly logo: Buffer | null;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** The paper's title and subtitle, with its reference on the right. `stamp` is a mark such as Reprint. */
export interface Title {
  readonly title: string;
  readonly under?: string;
  readonly facts: readonly Fact[];
  readonly stamp?: string;
  /** The title, what stands under it and the stamp in one line. */
  readonly isOneLine?: true;
}

/** Facts in columns, each under its label; empty facts are omitted. */
export interface FactColumns {
  readonly facts: readonly Fact[];
  readonly columns?: number;
}

/** A heading that stays on one page with the given height of its content. A note stands at its right. */
export interface Heading {
  readonly words: string;
  readonly keepWith: number;
  readonly note?: string;
}

export interface Column {
  readonly head: string;
  /** The share of the width. */
  readonly share: number;
  readonly isFigure?: true;
  readonly isStrong?: true;
  /** Strong in rows that stand out. */
  readonly isMarked?: true;
}

/** A heading within a table, a row that stands out, or a total. */
export type RowLook = 'part' | 'mark' | 'sum' | '';

export interface TableLook {
  readonly size?: number;
  /** The space above and below the text of a row, together. */
  readonly padding?: number;
  readonly isStriped?: boolean;
  /** The look of each row; rows without one are plain. */
  readonly rows?: readonly RowLook[];
  /** The space at both sides of the text of a cell. */
  readonly gap?: number;
  /** The height of the head. */
  readonly head?: number;
}

/** A shorter table is never torn between two pages. */
export const SHORT_TABLE_ROWS = 10;

/** Rows under a header that is repeated on every page of the table. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly look?: TableLook;
}

export interface CaptionedTable extends Table {
  readonly caption: string;
}

/** Tables side by side. */
export interface TablesBeside {
  readonly tables: readonly CaptionedTable[];
  /** The number of places in the row; as many as tables unless said otherwise. */
  readonly places?: number;
}

export interface Total {
  readonly label: string;
  /** The calculation, in small print. */
  readonly note?: string;
  readonly amount: string;
  readonly isGrand?: true;
}

/**
 * Amounts in a column on the right, the last of them in a band, kept on one page. The text `beside` them, such as the
 * sum in words, uses the space on the left.
 */
export interface Totals {
  readonly totals: readonly Total[];
  readonly beside: Fact;
}

/** Small print, paragraph by paragraph, kept on one page together with the following `keepWith`. */
export interface SmallPrint {
  readonly paragraphs: readonly string[];
  readonly heading?: string;
  readonly keepWith?: number;
}

export interface Signature {
  /** The party that signs, such as the company; printed above the line. */
  readonly who: string;
  readonly label: string;
}

export const SIGNATURES_HEIGHT = 88;

export const PDF_MIME = 'application/pdf';
