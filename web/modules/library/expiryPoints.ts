import { addDays, daysBetween, type IsoDate } from '#domain/dates.ts';

/** A document on the axis of the next year. */
export interface ExpiryPoint {
  readonly srno: number;
  readonly name: string;
  readonly expires: IsoDate;
  /** Its place from 0 to 1. */
  readonly at: number;
  /** The line of its label above the axis; null if there is no space for one. */
  readonly lane: number | null;
  /** Whether the label stands to the left of the point, because it would leave the axis on the right. */
  readonly isLeft: boolean;
  /** Whether there is enough space to press it. The others are in the list under the axis. */
  readonly isTarget: boolean;
}

export interface MonthTick {
  readonly at: number;
  readonly label: string;
}

const AXIS_DAYS = 365;
const LANES = 2;
/** The width of a letter in parts of the axis. */
const CHAR = 0.0078;
const GAP = 0.012;
/** The width of a target that a finger hits, on an axis of 400 pixels. */
const TARGET = 0.06;
/** The characters of a date after the name. */
const DATE_CHARS = 7;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const placeOf = (day: IsoDate, today: IsoDate): number =>
  Math.min(1, Math.max(0, daysBetween(today, day) / AXIS_DAYS));

/** The places of the documents, and the labels that fit beside each other. */
export function pointsOf(
  documents: readonly { readonly srno: number; readonly name: string; readonly expires: IsoDate }[],
  today: IsoDate,
): ExpiryPoint[] {
  const ends: number[] = Array.from({ length: LANES }, () => -1);
  let lastTarget = -1;
  return documents.map(({ srno, name, expires }) => {
    const at = placeOf(expires, today);
    const width = (name.length + DATE_CHARS) * CHAR;
    const isLeft = at + width > 1;
    const from = isLeft ? at - width : at;
    const found = ends.findIndex((end) => from > end + GAP);
    if (found !== -1) ends[found] = from + width;
    const isTarget = at - lastTarget >= TARGET;
    if (isTarget) lastTarget = at;
    return { srno, name, expires, at, lane: found === -1 ? null : found, isLeft, isTarget };
  });
}

/** The first days of the months of the next year. January also names its year. */
export function monthTicks(today: IsoDate): MonthTick[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, step) => {
    const index = month + step;
    const inYear = year + Math.floor(index / 12);
    const first = `${inYear}-${String((index % 12) + 1).padStart(2, '0')}-01` as IsoDate;
    const name = MONTHS[index % 12] ?? '';
    return { at: placeOf(first, today), label: index % 12 === 0 ? `${name} ${inYear}` : name, first };
  })
    .filter(({ first }) => first <= addDays(today, AXIS_DAYS))
    .map(({ at, label }) => ({ at, label }));
}
