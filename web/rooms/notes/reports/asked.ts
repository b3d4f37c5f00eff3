import { REPORT_MODES, type ReportMode } from '#contract/notes/reports.ts';
import { readIsoDate, type IsoDate } from '#domain/dates.ts';

/** The days that a report asks for, by the names of the wire. */
export type DayName = 'tilldate' | 'fromdate' | 'todate';

/** What a report is asked about; the address has the names of the wire, so that figures in a report can lead here. */
export interface Asked {
  readonly mode: ReportMode;
  readonly empcode: string;
  /** Instead of an executive. */
  readonly branch: string;
  readonly isd: string;
  readonly days: Readonly<Partial<Record<DayName, IsoDate | null>>>;
}

const MAX_CODE_CHARS = 20;

/** What an address asks; days that it does not name are those proposed. */
export function readAsked(
  address: URLSearchParams,
  proposed: Readonly<Partial<Record<DayName, IsoDate>>>,
): Asked {
  const text = (name: string) => (address.get(name) ?? '').trim().slice(0, MAX_CODE_CHARS);
  const days = Object.entries(proposed).map(([name, day]) => [name, readIsoDate(text(name)) ?? day]);
  const branch = text('branch');
  return {
    mode: REPORT_MODES.find((mode) => mode === text('mode')) ?? 'View',
    empcode: branch === '' ? text('empcode') : '',
    branch,
    isd: /^[A-Za-z]{3}$/.test(text('isd')) ? text('isd').toUpperCase() : '',
    days: Object.fromEntries(days) as Asked['days'],
  };
}

/** The same for an address, with null for what stands in none. */
export const writeAsked = ({ mode, empcode, branch, isd, days }: Asked): Record<string, string | null> => ({
  mode: mode === 'View' ? null : mode,
  empcode,
  branch,
  isd,
  ...days,
});

/** Whether it says enough for a report to be made. */
export const isComplete = ({ empcode, branch, days }: Asked): boolean =>
  (empcode !== '' || branch !== '') && Object.values(days).every((day) => day !== null);

/** The part of it that both calls take, as they take it. */
export const wireOf = ({ mode, empcode, branch, isd }: Asked) => ({
  mode,
  empcode,
  ...(branch === '' ? {} : { branch }),
  ...(isd === '' ? {} : { isd }),
});
