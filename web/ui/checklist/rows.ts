import type { ReactNode } from 'react';

/** S means that a row is not answered. */
export type ChecklistAnswer = 'Y' | 'N' | 'S';

/** One row of a checklist. */
export interface ChecklistItem {
  readonly id: number;
  readonly no: string;
  readonly words: string;
  readonly answer: ChecklistAnswer;
  readonly note: string;
  /** A heading is neither answered nor counted. */
  readonly isHeading: boolean;
  readonly isUnsaved: boolean;
  /** The answer and the note of the checklist before this one; an empty answer if there is none. */
  readonly before: string;
  readonly beforeNote: string;
  /** A control of this row, shown after its words. */
  readonly more?: ReactNode;
}

export const CHECKLIST_FILTERS = ['all', 'open', 'no', 'changed'] as const;
export type ChecklistFilter = (typeof CHECKLIST_FILTERS)[number];

const isAnswer = (answer: string): answer is 'Y' | 'N' => answer === 'Y' || answer === 'N';

/** Whether the answer is another one than before. A row without an answer, now or before, has not changed. */
export const hasChanged = ({ answer, before }: Pick<ChecklistItem, 'answer' | 'before'>): boolean =>
  isAnswer(answer) && isAnswer(before) && answer !== before;

const MATCHES: Readonly<Record<ChecklistFilter, (row: ChecklistItem) => boolean>> = {
  all: () => true,
  open: ({ answer }) => answer === 'S',
  no: ({ answer }) => answer === 'N',
  changed: hasChanged,
};

/** The rows that are answered, without the headings, that pass a filter. */
export const matching = (rows: readonly ChecklistItem[], filter: ChecklistFilter): readonly ChecklistItem[] =>
  rows.filter((row) => !row.isHeading && MATCHES[filter](row));

/** How many rows are answered, of how many. */
export function progressOf(rows: readonly ChecklistItem[]): {
  readonly answered: number;
  readonly all: number;
} {
  const all = matching(rows, 'all');
  return { answered: all.filter(({ answer }) => answer !== 'S').length, all: all.length };
}

/** A heading with the rows below it, up to the next heading. Rows before the first heading have none. */
export interface ChecklistSection {
  readonly heading: ChecklistItem | null;
  readonly rows: readonly ChecklistItem[];
}

export function sectionsOf(rows: readonly ChecklistItem[]): readonly ChecklistSection[] {
  const sections: { heading: ChecklistItem | null; rows: ChecklistItem[] }[] = [];
  for (const row of rows) {
    const last = sections.at(-1);
    if (row.isHeading) sections.push({ heading: row, rows: [] });
    else if (last === undefined) sections.push({ heading: null, rows: [row] });
    else last.rows.push(row);
  }
  return sections;
}
