import { isDeepStrictEqual } from 'node:util';
import type { NoteLineInput } from '#contract/notes/notes.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { malformed, Refusal } from '#server/platform/dispatch/problems.ts';

/** A line as the statements take it. Values from the client are only compared with the stored ones. */
export interface AskedLine {
  readonly srno: number;
  readonly lineNo: number;
  readonly isd: string | null;
  readonly quantity: string | null;
  readonly denominations: Readonly<Record<string, number>> | null;
}

const DECIMAL = /^\d{1,10}(?:\.\d{1,2}0*)?$/;

/** The selected lines without duplicates. */
export function selectedLines(written: readonly NoteLineInput[]): readonly AskedLine[] {
  if (written.length === 0) throw new Refusal(NOTE_TEXTS.nothingSelected);
  const lines = written.map(({ srno, lineNo, isd, quantity, denominations }) => ({
    srno: Number(srno),
    lineNo: Number(lineNo),
    isd: isd === undefined || isd === '' ? null : isd.toUpperCase(),
    quantity: quantity === undefined || quantity === '' ? null : String(quantity),
    denominations: denominations ?? null,
  }));
  if (lines.some(({ quantity }) => quantity !== null && !DECIMAL.test(quantity)))
    throw malformed('The quantity of a line cannot be read.');
  const once = new Map(lines.map((line) => [`${line.srno} ${line.lineNo}`, line]));
  const isCountedAlike = ({ srno, lineNo, denominations }: AskedLine) =>
    isDeepStrictEqual(denominations, once.get(`${srno} ${lineNo}`)?.denominations);
  if (!lines.every(isCountedAlike)) throw new Refusal(NOTE_TEXTS.countedTwice);
  return [...once.values()];
}

export const requestsOf = (lines: readonly AskedLine[]): readonly number[] => [
  ...new Set(lines.map(({ srno }) => srno)),
];

/** SQL: the requested lines as `a`, from parameter 1. */
export const ASKED = `asked as (
  select * from json_to_recordset($1::json)
    as a (srno integer, "lineNo" integer, isd text, quantity numeric, denominations jsonb))`;

/** SQL: whether a stored line still matches what the client has seen. */
export const isAsSeen = (known: string) =>
  `(a.isd is null or a.isd = ${known}.isd) and (a.quantity is null or a.quantity = ${known}.quantity)`;
