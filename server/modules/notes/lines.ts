import { isDeepStrictEqual } from 'node:util';
import type { NoteLineInput } from '#contract/notes/notes.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { malformed, Refusal } from '#server/platform/dispatch/problems.ts';

/** A line as the statements take it. Values from the client are only compared with the stored ones. */
export interface AskedLine {
  readonly srno: number;
  readonly lno: number;
  readonly isd: string | null;
  readonly qty: string | null;
  readonly denominations: Readonly<Record<string, number>> | null;
}

const DECIMAL = /^\d{1,10}(?:\.\d{1,2}0*)?$/;

/** The selected lines without duplicates. */
export function selectedLines(written: readonly NoteLineInput[]): readonly AskedLine[] {
  if (written.length === 0) throw new Refusal(NOTE_TEXTS.nothingSelected);
  const lines = written.map(({ srno, lno, isd, qty, denominations }) => ({
    srno: Number(srno),
    lno: Number(lno),
    isd: isd === undefined || isd === '' ? null : isd.toUpperCase(),
    qty: qty === undefined || qty === '' ? null : String(qty),
    denominations: denominations ?? null,
  }));
  if (lines.some(({ qty }) => qty !== null && !DECIMAL.test(qty)))
    throw malformed('The quantity of a line cannot be read.');
  const once = new Map(lines.map((line) => [`${line.srno} ${line.lno}`, line]));
  const isCountedAlike = ({ srno, lno, denominations }: AskedLine) =>
    isDeepStrictEqual(denominations, once.get(`${srno} ${lno}`)?.denominations);
  if (!lines.every(isCountedAlike)) throw new Refusal(NOTE_TEXTS.countedTwice);
  return [...once.values()];
}

export const requestsOf = (lines: readonly AskedLine[]): readonly number[] => [
  ...new Set(lines.map(({ srno }) => srno)),
];

/** SQL: the requested lines as `a`, from parameter 1. */
export const ASKED = `asked as (
  select * from json_to_recordset($1::json) as a (srno integer, lno integer, isd text, qty numeric, denominations jsonb))`;

/** SQL: whether a stored line still matches what the client has seen. */
export const isAsSeen = (known: string) =>
  `(a.isd is null or a.isd = ${known}.isd) and (a.qty is null or a.qty = ${known}.quantity)`;
