import { REPORT_MODES, type ReportMode } from '#contract/notes/reports.ts';
import { readIsoDate, type IsoDate } from '#domain/dates.ts';

/** The days of a report's query, by the names of the wire. */
export type DayName = 'tilldate' | 'fromdate' | 'todate';

/** The query of a report. The address uses the names of the wire, so that figures in a report can link here. */
export interface ReportQuery {
  readonly mode: ReportMode;
  readonly empcode: string;
  /** Replaces the executive. */
  readonly branch: string;
  readonly isd: string;
  readonly days: Readonly<Partial<Record<DayName, IsoDate | null>>>;
}

const MAX_CODE_CHARS = 20;

/** Reads a query from an address; days that are not in the address are the proposed ones. */
export function readQuery(
  address: URLSearchParams,
  proposed: Readonly<Partial<Record<DayName, IsoDate>>>,
): ReportQuery {
  const text = (name: string) => (address.get(name) ?? '').trim().slice(0, MAX_CODE_CHARS);
  const days = Object.entries(proposed).map(([name, day]) => [name, readIsoDate(text(name)) ?? day]);
  const branch = text('branch');
  return {
    mode: REPORT_MODES.find((mode) => mode === text('mode')) ?? 'View',
    empcode: branch === '' ? text('empcode') : '',
    branch,
    isd: /^[A-Za-z]{3}$/.test(text('isd')) ? text('isd').toUpperCase() : '',
    days: Object.fromEntries(days) as ReportQuery['days'],
  };
}

/** Writes a query to an address; null removes a parameter. */
export const writeQuery = ({
  mode,
  empcode,
  branch,
  isd,
  days,
}: ReportQuery): Record<string, string | null> => ({
  mode: mode === 'View' ? null : mode,
  empcode,
  branch,
  isd,
  ...days,
});

/** Whether the query is complete enough to generate a report. */
export const isComplete = ({ empcode, branch, days }: ReportQuery): boolean =>
  (empcode !== '' || branch !== '') && Object.values(days).every((day) => day !== null);

/** The part of the query that both calls share, in the wire format. */
export const wireOf = ({ mode, empcode, branch, isd }: ReportQuery) => ({
  mode,
  empcode,
  ...(branch === '' ? {} : { branch }),
  ...(isd === '' ? {} : { isd }),
});
