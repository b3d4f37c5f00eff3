import * as calls from '#contract/flash/discrepancies.ts';
import type { ArgsOf } from '#contract/define.ts';
import { fromWire } from '#contract/wire.ts';
import { dateInIndia, readWireDate, type IsoDate } from '#domain/dates.ts';
import { ANSWER_STATUSES, ANSWER_WORDS, type DiscrepancyKind } from '#domain/flash/codes.ts';
import { canRespond, FLASH_DISCREPANCY_FLOW, hasSelector } from '#domain/flash/discrepancy.ts';
import { FIRST_DISCREPANCY_DAY, responseProblem } from '#domain/flash/flash.ts';
import { FLASH_REFUSALS } from '#domain/flash/texts.ts';
import { mayDo } from '#domain/rights.ts';
import { findInReach } from '#server/modules/masters/index.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import { refuseStale } from '#server/platform/record.ts';
import {
  countDiscrepancies,
  discrepancyPage,
  findDiscrepancy,
  type FlashDiscrepancyReach,
  type NamedDiscrepancy,
} from './discrepancies.sql.ts';
import {
  addRemark,
  changeAnswer,
  hasRemark,
  lockDiscrepancy,
  type LockedDiscrepancy,
} from './responses.sql.ts';

type Within = ArgsOf<typeof calls.countFlashDiscrepancies>['search'];

function dayOr(written: string | undefined, otherwise: IsoDate): IsoDate {
  if (written === undefined || written === '') return otherwise;
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

async function reachOf(
  on: Executor,
  { from, to, branch: written = '', open = '' }: Within,
  caller: Caller,
  now: Date,
): Promise<FlashDiscrepancyReach> {
  const named = written.trim();
  const branch = named === '' || named === 'ALL' ? null : await findInReach(on, named, caller.scope);
  if (branch === undefined) throw notAllowed();
  return {
    branch: branch?.srno ?? null,
    from: dayOr(from, FIRST_DISCREPANCY_DAY),
    to: dayOr(to, dateInIndia(now.getTime())),
    isOpen: open === '1',
  };
}

/** The locked line, which must be a discrepancy of an open audit. */
async function openDiscrepancy(
  tx: Transaction,
  kind: DiscrepancyKind,
  srno: number,
): Promise<LockedDiscrepancy> {
  const line = await lockDiscrepancy(tx, kind, srno);
  if (line === undefined) throw notFound();
  if (line.header === 'C') throw new Refusal(FLASH_REFUSALS.closed);
  if (line.status !== 'D') throw new Refusal(FLASH_REFUSALS.notDiscrepancy);
  return line;
}

interface Remark extends NamedDiscrepancy {
  readonly remark: string;
}
/** Adds a remark to a pending discrepancy and returns all that was said about it. */
async function respond(
  tx: Transaction,
  { kind, srno, audit, remark }: Remark,
  file: AcceptedFile | null,
  caller: Caller,
): Promise<calls.FlashResponse[]> {
  const problem = responseProblem(remark, file !== null);
  if (problem !== null) throw new Refusal(problem);
  const line = await openDiscrepancy(tx, kind, srno);
  if (line.audit !== audit) throw notFound();
  const answer = canRespond(line.header, line.answer_status);
  if (!answer.ok) throw new Refusal(answer.why);
  await addRemark(tx, kind, srno, remark.trim(), file, caller);
  const found = await findDiscrepancy(tx, 'responses', { kind, srno, audit }, caller.scope);
  const { responses } = fromWire(
    calls.currencyDiscrepancy.reply,
    JSON.parse(found?.body ?? '{"responses":[]}'),
  ) as { responses: calls.FlashResponse[] };
  return responses;
}

/** The page of flash discrepancies, the responses and the decisions. */
export const discrepancyHandlers: readonly Bound[] = [
  handle(calls.listFlashDiscrepancies, async ({ db, caller, now }, { search, page }) => {
    const { kind = '', status = '' } = search;
    const query = {
      ...(await reachOf(db.read, search, caller, now)),
      kind: kind === '' ? 'C' : kind,
      statuses: status === 'ALL' ? ANSWER_STATUSES : [status === '' ? 'P' : status],
    };
    const { body, next } = await discrepancyPage(db.read, query, page, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(calls.countFlashDiscrepancies, async ({ db, caller, now }, { search }) => {
    const reach = await reachOf(db.read, search, caller, now);
    return Reply.json((await countDiscrepancies(db.read, reach, caller.scope)).body);
  }),

  handle(calls.flashDiscrepancyHeader, async ({ db, caller }, { discrepancy }) => {
    const found = await findDiscrepancy(db.read, 'header', discrepancy, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.currencyDiscrepancy, async ({ db, caller }, { discrepancy }) => {
    const found = await findDiscrepancy(db.read, 'line', { ...discrepancy, kind: 'C' }, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(calls.transactionDiscrepancy, async ({ db, caller }, { discrepancy }) => {
    const found = await findDiscrepancy(db.read, 'line', { ...discrepancy, kind: 'T' }, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(
    calls.setDiscrepancyStatus,
    async ({ tx, caller, version: seen }, { decision: { kind, status, srno } }) => {
      const line = await openDiscrepancy(tx, kind, srno);
      refuseStale(seen, line);
      const { header, answer_status: from } = line;
      // The right counts, whatever the client says of it.
      const mayAdd = mayDo(caller.rights, 'FLASHDISCREPANCY', 'add');
      const isAnswered = hasSelector({ header, mayAdd }) || (await hasRemark(tx, kind, srno));
      const answer = FLASH_DISCREPANCY_FLOW.can(from, status, { header, mayAdd, isAnswered });
      if (!answer.ok) throw new Refusal(answer.why);
      if (from === status) throw new Refusal(`The status is ${ANSWER_WORDS[status]} already.`);
      await changeAnswer(tx, kind, srno, status, caller);
      const msg = hasSelector({ header, mayAdd })
        ? `The status is ${ANSWER_WORDS[status]} now.`
        : 'The response is submitted.';
      return { err: '', msg };
    },
  ),

  handle(calls.addFlashRemark, async ({ tx, caller }, { response }) => ({
    err: '',
    msg: 'The remark is added.',
    responses: await respond(tx, response, null, caller),
  })),

  handle(calls.uploadFlashProof, async ({ tx, caller, file }, meta) => ({
    error: '',
    message: 'The remark is added.',
    responses: await respond(tx, { ...meta, kind: meta.type, audit: meta.hdrsrno }, file, caller),
  })),
];
