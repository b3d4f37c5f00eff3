import { monthName } from '../audit/codes.ts';

/** A batch is one uploaded sheet: its file, what became of it, and the months of branches that it covers. */

/**
 * `reading` while the server works on it, `refused` if nothing of it was stored, `applied` while it covers at least one
 * month of a branch, `replaced` when later sheets cover all of them.
 */
export const BATCH_STATES = ['reading', 'refused', 'applied', 'replaced'] as const;

/** What the server does with a batch that is `reading`. */
export const BATCH_PHASES = ['waiting', 'reading', 'storing'] as const;
export type BatchPhase = (typeof BATCH_PHASES)[number];

/** Limits of a user, so that nobody fills the disk. The database enforces them (server/migrations/0025_uploads.sql). */
export const MAX_BATCHES_A_DAY = 60;
export const MAX_MEGABYTES_A_DAY = 200;
export const MAX_ROWS_A_DAY = 2_000_000;
export const MAX_READING_AT_ONCE = 3;

/** The most months of branches that one sheet can cover. */
export const MAX_COVERED = 1_000;
/** The most covered months that a refusal names. */
export const MAX_COVERED_NAMED = 12;

/** A month of a branch. */
export interface CoveredMonth {
  /** The id of the branch. */
  readonly branch: string;
  /** Its first day. */
  readonly month: string;
}

/** A covered month with what counts now, and with what a sheet would put in its place. */
export interface CoveredSums extends CoveredMonth {
  readonly rowsbefore: number;
  readonly sumbefore: string;
  readonly rowsafter: number;
  readonly sumafter: string;
}

/** October 2026, of the first day of the month. */
export const formatMonthOf = (firstDay: string): string =>
  `${monthName(Number(firstDay.slice(5, 7)))} ${firstDay.slice(0, 4)}`;

const namedMonth = ({ branch, month }: CoveredMonth): string => `${formatMonthOf(month)} of ${branch}`;

function joined(words: readonly string[], more: number): string {
  if (more > 0) return `${words.join(', ')} and ${more} more`;
  const [last = '', ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** October 2026 of MUM, November 2026 of MUM and 3 more. */
export const nameMonths = (months: readonly CoveredMonth[]): string =>
  joined(months.slice(0, MAX_COVERED_NAMED).map(namedMonth), Math.max(0, months.length - MAX_COVERED_NAMED));

const isAre = (count: number) => (count === 1 ? 'is' : 'are');

/** The reasons why a batch is refused. */
export const BATCH_REFUSALS = {
  covered: (months: readonly CoveredMonth[]) =>
    `${nameMonths(months)} ${isAre(months.length)} uploaded already.`,
  wrongCells: (count: number) =>
    `${count === 1 ? '1 wrong cell' : `${count} wrong cells`}. Nothing was stored.`,
  noRows: 'The sheet has no rows under its headings.',
  interrupted: 'The upload was interrupted. Nothing was stored.',
  tooManyRows: `You can upload ${MAX_ROWS_A_DAY.toLocaleString('en-IN')} rows a day. Please go on tomorrow.`,
  tooManyBatches: `You can upload ${MAX_BATCHES_A_DAY} sheets a day. Please go on tomorrow.`,
  tooManyBytes: `You can upload ${MAX_MEGABYTES_A_DAY} MB a day. Please go on tomorrow.`,
  tooManyAtOnce: `${MAX_READING_AT_ONCE} of your sheets are being read. Please wait for one of them.`,
} as const;

/** The months from the first to the last: Oct 2026, or Aug 2026 – Oct 2026. */
export function formatMonths(first: string, last: string): string {
  const short = (day: string) => `${monthName(Number(day.slice(5, 7))).slice(0, 3)} ${day.slice(0, 4)}`;
  return first === last ? short(first) : `${short(first)} – ${short(last)}`;
}
