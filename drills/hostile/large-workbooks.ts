import { buffer } from 'node:stream/consumers';
import { writeXlsx } from '#server/platform/xlsx/write.ts';

/** The columns of these workbooks. */
export const COLUMNS = 12;

/** Two dates, five texts and five amounts. */
export const rowOf = (n: number) => [
  ...['2026-04-01', '2026-04-02'],
  ...Array.from({ length: 5 }, (_, at) => `Text ${at} of row ${n}`),
  ...Array.from({ length: 5 }, (_, at) => `${n}.${at}5`),
];
export const KINDS = rowOf(0).map((_, at) => (at < 2 ? 'date' : at < 7 ? 'text' : 'money'));

export function* rowsUpTo(count: number): Generator<string[]> {
  for (let n = 1; n <= count; n += 1) yield rowOf(n);
}

/** A workbook with this many rows under its headings. */
export const workbookOf = (
  rows: Iterable<readonly unknown[]>,
  kinds: readonly ('date' | 'text' | 'money')[] = KINDS,
) =>
  buffer(
    writeXlsx({
      sheet: 'Rows',
      columns: kinds.map((kind, at) => ({ header: `Column ${at + 1}`, kind, width: 12 })),
      rows,
    }),
  );
