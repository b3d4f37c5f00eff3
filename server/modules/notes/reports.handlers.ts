import { inHandReport, inOutReport } from '#contract/notes/reports.ts';
import { addDays, formatDate, formatDateTime, readWireDate, type IsoDate } from '#domain/dates.ts';
import { REPORT_TEXTS } from '#domain/notes/reports.ts';
import { Running } from '#domain/notes/running.ts';
import type { Executor, Scope } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, SentFile, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, Refusal } from '#server/platform/dispatch/problems.ts';
import { reportDocument, type Report } from '#server/platform/report/document.ts';
import { exportRows } from '#server/platform/xlsx/export.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { IN_HAND_SHEET, inHandBody, inHandOf, inHandRows, MAX_VIEW_ROWS } from './inhand.present.ts';
import {
  balancesOf,
  closingCells,
  entryOf,
  IN_OUT_SHEET,
  inOutBody,
  movementCells,
  openingCells,
} from './inout.present.ts';
import {
  balancesBefore,
  movementsAfter,
  ratesOf,
  trailReport,
  type MovementRow,
  type Period,
} from './reports.sql.ts';
import { subjectOf, type Subject } from './subject.ts';

const SHEET_PAGE_ROWS = 200;

function dayOf(written: string): IsoDate {
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

/** The first moment of a day in India. */
const beginningOf = (day: IsoDate): string => `${day}T00:00:00+05:30`;
const endOf = (day: IsoDate): string => beginningOf(addDays(day, 1));
/** The date of a closing balance in the sheet: the last second of its day. */
const lastSecondOf = (day: IsoDate): string => `${day}T23:59:59+05:30`;

const currencyOf = ({ isd = '' }: { readonly isd?: string | undefined }): string | null =>
  isd.trim() === '' ? null : isd.trim().toUpperCase();

/** A branch was already looked up within the scope and is reported alone. An executive may have worked at other
 * branches. */
const reachFor = ({ isBranch, branch }: Subject, scope: Scope): Scope => (isBranch ? [branch] : scope);

type Facts = Report['facts'];
const aboutOf = (subject: Subject, isd: string | null): Facts => [
  ...(subject.isBranch
    ? [{ label: 'Branch', value: `${subject.name} (${subject.code})` }]
    : [
        { label: 'Executive', value: `${subject.name} (${subject.code})` },
        { label: 'Branch', value: subject.branchName },
      ]),
  ...(isd === null ? [] : [{ label: 'Currency', value: isd }]),
];
const footOf = (caller: Caller, now: Date) => `Made by ${caller.name} on ${formatDateTime(now.getTime())}.`;

/**
 * Reads the rows as fast as the client takes the file. It holds no snapshot, because a slow client would keep one open
 * for minutes. Reading on after the last row seen misses nothing: a branch writes its transfers one after another, each
 * later than all before, and a transfer never changes.
 */
async function* inOutRows(
  read: Executor,
  subject: Subject,
  { closed, ...period }: Period & { readonly closed: string },
  reach: Scope,
  isd: string | null,
): AsyncGenerator<readonly unknown[]> {
  const holders = subject.isBranch ? subject.against : subject.inside;
  const openings = balancesOf(subject, await balancesBefore(read, holders, period.from, reach, isd));
  const running = new Running(openings);
  for (const opening of openings) yield openingCells(period.from, opening);
  let page: readonly MovementRow[] = [];
  do {
    page = await movementsAfter(read, SHEET_PAGE_ROWS, holders, period, page.at(-1) ?? null, reach, isd);
    for (const row of page) yield movementCells(subject, entryOf(subject, running, row));
  } while (page.length === SHEET_PAGE_ROWS);
  for (const account of running.accounts()) yield closingCells(closed, account);
}

/** In Hand and In Out: reports from the ledger, as a page or as a file. */
export const reportHandlers = (letterheads: Letterheads): readonly Bound[] => [
  handle(inHandReport, async ({ tx, db, caller, now }, { asked }) => {
    const till = dayOf(asked.tilldate);
    const isd = currencyOf(asked);
    const subject = await subjectOf(db.read, asked, caller);
    await trailReport(tx, asked.mode === 'View' ? 'report' : 'export', subject, asked);
    const holders = [...subject.inside, ...subject.against];
    const reach = reachFor(subject, caller.scope);
    const [balances, ibr] = await Promise.all([
      balancesBefore(db.read, holders, endOf(till), reach, isd),
      ratesOf(db.read, till),
    ]);
    const inHand = inHandOf(subject, balances, (ibr?.rates ?? {}) as Readonly<Record<string, string>>);
    if (asked.mode === 'Download')
      return new SentFile(
        exportRows({
          fileName: `in-hand-${subject.code}-${till}.xlsx`,
          sheet: 'In Hand',
          columns: IN_HAND_SHEET,
          rows: inHandRows(subject, inHand),
        }),
      );
    const ratesDay = (ibr?.day ?? null) as IsoDate | null;
    const html = reportDocument({
      title: 'In Hand',
      letterhead: await letterheads(db.read),
      facts: [
        ...aboutOf(subject, isd),
        { label: 'Till', value: formatDate(till) },
        ...(ratesDay === null ? [] : [{ label: 'IBR of', value: formatDate(ratesDay) }]),
      ],
      body: inHandBody(subject, inHand, till, ratesDay),
      foot: footOf(caller, now),
    });
    return { err: '', html };
  }),

  handle(inOutReport, async ({ tx, db, caller, now }, { asked }) => {
    const [from, to] = [dayOf(asked.fromdate), dayOf(asked.todate)];
    if (to < from) throw new Refusal(REPORT_TEXTS.backwards);
    const isd = currencyOf(asked);
    const subject = await subjectOf(db.read, asked, caller);
    await trailReport(tx, asked.mode === 'View' ? 'report' : 'export', subject, asked);
    const period = { from: beginningOf(from), before: endOf(to) };
    const reach = reachFor(subject, caller.scope);
    if (asked.mode === 'Download')
      return new SentFile(
        exportRows({
          fileName: `in-out-${subject.code}-${from}-${to}.xlsx`,
          sheet: 'In Out',
          columns: IN_OUT_SHEET,
          rows: inOutRows(db.read, subject, { ...period, closed: lastSecondOf(to) }, reach, isd),
        }),
      );
    const holders = subject.isBranch ? subject.against : subject.inside;
    const facts = await db.snapshot(async (on) => ({
      openings: balancesOf(subject, await balancesBefore(on, holders, period.from, reach, isd)),
      closings: balancesOf(subject, await balancesBefore(on, holders, period.before, reach, isd)),
      movements: await movementsAfter(on, MAX_VIEW_ROWS + 1, holders, period, null, reach, isd),
    }));
    const html = reportDocument({
      title: 'In Out',
      letterhead: await letterheads(db.read),
      facts: [
        ...aboutOf(subject, isd),
        { label: 'From', value: formatDate(from) },
        { label: 'To', value: formatDate(to) },
      ],
      body: inOutBody(subject, facts, from, to),
      foot: footOf(caller, now),
    });
    return { err: '', html };
  }),
];
