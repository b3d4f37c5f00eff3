import { setTimeout as sleep } from 'node:timers/promises';
import * as calls from '#contract/rates/ibr.ts';
import type { MailCounts } from '#contract/rates/ibr.ts';
import { dateInIndia, readWireDate, type IsoDate } from '#domain/dates.ts';
import {
  ALREADY_PUBLISHED,
  INVALID_RATES,
  NOTHING_TO_OVERWRITE,
  NOTHING_TO_RESEND,
  readIbrList,
  type IbrFlag,
} from '#domain/rates/ibr.ts';
import { mayDo } from '#domain/rights.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, Refusal, stale } from '#server/platform/dispatch/problems.ts';
import {
  activeCurrencies,
  draftList,
  historyOf,
  insertList,
  linesOf,
  lockDay,
  logBetween,
  makeCards,
  newestOf,
  replaceFinal,
  stateOf,
} from './ibr.sql.ts';
import type { KeyedCards } from './keyed-cards.ts';
import { countMails, enqueueMails, latestPublication, listMails, resendMails } from './mail.sql.ts';

/** There is one rate for the whole business. Only head office sets it, whatever rights a group has. */
function mustBeHeadOffice({ entity }: Caller): void {
  if (entity.type !== 'A') throw notAllowed();
}

function daysOf(from: string, to: string): [IsoDate, IsoDate] {
  const first = readWireDate(from);
  const last = readWireDate(to);
  if (first === null || last === null) throw malformed('This date does not exist.');
  return [first, last];
}

/**
 * The lists of a day are saved one after another. A list that the user has not seen is never replaced; the refusal
 * names its author.
 */
async function takeTurn(tx: Transaction, day: IsoDate, flag: IbrFlag, seen: number | null): Promise<void> {
  await lockDay(tx, day);
  const newest = await newestOf(tx, day);
  if (flag === 'F' && newest?.has_final === true) throw new Refusal(ALREADY_PUBLISHED);
  if (flag === 'O' && newest?.has_final !== true) throw new Refusal(NOTHING_TO_OVERWRITE);
  if (newest !== undefined && seen !== null && newest.srno !== seen)
    throw stale(newest.made_by_name, newest.made_at, newest.srno);
}

/**
 * How many entities get their cards and mails by one statement. It takes about a second for the least favourable
 * margins; all entities at once would take longer than a statement may.
 */
const ENTITIES_AT_ONCE = 2_000;

/** All cards and mails of a publication, part by part. Nobody sees any of them before the transaction ends. */
async function publish(tx: Transaction, publication: number): Promise<void> {
  for (let after = 0; ;) {
    const last = await makeCards(tx, publication, after, ENTITIES_AT_ONCE);
    if (last === null) return;
    await enqueueMails(tx, publication, after, last);
    after = last;
  }
}

const SAVED: Readonly<Record<IbrFlag, string>> = {
  D: 'The draft is saved.',
  F: 'The rates are published.',
  O: 'The rates are published in the place of the earlier ones.',
};

/** While mails are being sent, they are counted at this interval. */
const COUNT_EVERY_MS = 700;

const nothingMailed: MailCounts = { total: 0, waiting: 0, sent: 0, failed: 0, noaddress: 0, dropped: 0 };

async function newestCounts(on: Executor) {
  const publication = await latestPublication(on);
  const counts =
    publication === null ? nothingMailed : (JSON.parse(await countMails(on, publication)) as MailCounts);
  return { ...counts, mih_srno: publication ?? 0 };
}

/** The requested publication, or the newest; 0 if there is none. */
const publicationOf = async (on: Executor, srno: number): Promise<number> =>
  srno === 0 ? ((await latestPublication(on)) ?? 0) : srno;

export const ibrHandlers = (cards: KeyedCards): readonly Bound[] => [
  handle(calls.draftIbrList, async ({ db, now }) => {
    const { body, version } = await draftList(db.read, dateInIndia(now.getTime()));
    return Reply.json(body, { version });
  }),

  handle(calls.ibrState, async ({ db, now }) => {
    const { body } = await stateOf(db.read, dateInIndia(now.getTime()));
    return Reply.json(body);
  }),

  handle(calls.saveIbr, async ({ tx, caller, now, version }, { list: { flag, lines } }) => {
    mustBeHeadOffice(caller);
    if (flag === 'O' && !mayDo(caller.rights, 'IBR', 'edit')) throw notAllowed();
    const rates = readIbrList(lines, await activeCurrencies(tx));
    if (rates === null) throw new Refusal(INVALID_RATES);
    const day = dateInIndia(now.getTime());
    await takeTurn(tx, day, flag, version);
    if (flag === 'O') await replaceFinal(tx, day);
    const { srno } = await insertList(tx, day, flag, rates, caller);
    if (flag !== 'D') await publish(tx, srno);
    return Reply.of({ err: '', msg: SAVED[flag], srno }, { version: srno });
  }),

  handle(calls.resendEmail, async ({ tx, caller }, { which }) => {
    mustBeHeadOffice(caller);
    const publication = await latestPublication(tx);
    if (publication === null) throw new Refusal(NOTHING_TO_RESEND);
    const mails = await resendMails(tx, publication, which?.which === 'failed');
    const msg = mails === 1 ? 'One mail is on its way again.' : `${mails} mails are on their way again.`;
    return { err: '', msg, srno: publication };
  }),

  handle(calls.ibrLog, async ({ db }, { days: { from, to }, page }) => {
    const { body, next } = await logBetween(db.read, ...daysOf(from, to), page);
    return Reply.json(body, { next });
  }),

  handle(calls.ibrOfLog, async ({ db }, { srno }) => Reply.json(await linesOf(db.read, srno))),

  handle(calls.ibrHistory, async ({ db }, { asked: { isd, from, to } }) =>
    Reply.json(await historyOf(db.read, isd, ...daysOf(from, to))),
  ),

  handle(calls.mailCounts, async ({ db }, { srno }) =>
    Reply.json(await countMails(db.read, await publicationOf(db.read, srno))),
  ),

  handle(calls.mailList, async ({ db, caller }, { srno, state, page }) => {
    mustBeHeadOffice(caller);
    const { body, next } = await listMails(db.read, await publicationOf(db.read, srno), state, page);
    return Reply.json(body, { next });
  }),

  handle(calls.watchMails, async function* ({ db, signal }) {
    const changes = cards.changes(signal);
    let shown = '';
    while (!signal.aborted) {
      const counts = await newestCounts(db.read);
      if (JSON.stringify(counts) !== shown) yield counts;
      shown = JSON.stringify(counts);
      if (counts.waiting > 0) await sleep(COUNT_EVERY_MS, undefined, { signal }).catch(() => {});
      else if ((await changes.next()).done === true) return;
    }
  }),
];
