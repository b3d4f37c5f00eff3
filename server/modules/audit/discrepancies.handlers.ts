import * as calls from '#contract/audit/discrepancies.ts';
import type { DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import type { ArgsOf } from '#contract/define.ts';
import { fromWire, toWire } from '#contract/wire.ts';
import { DISCREPANCY_STATUSES, type DiscrepancyStatus } from '#domain/audit/codes.ts';
import { DISCREPANCY_FLOW, replyProblem } from '#domain/audit/discrepancy.ts';
import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import { readWireDate, type IsoDate } from '#domain/dates.ts';
import { findInReach } from '#server/modules/masters/index.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, SentFile, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { refuseStale } from '#server/platform/record.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { discrepancySheet } from './discrepancies.present.ts';
import { countListed } from './discrepancies.count.sql.ts';
import { listOne, listPage, type DiscrepancyQuery } from './discrepancies.sql.ts';
import { addReply, changeStatus, findDiscrepancy, listReplies } from './replies.sql.ts';

type Search = ArgsOf<typeof calls.listDiscrepancies>['search'];

/** The statuses of each filter; without one the list shows what is pending. */
const STATUSES: Readonly<
  Record<'' | (typeof calls.DISCREPANCY_FILTERS)[number], readonly DiscrepancyStatus[]>
> = {
  '': DISCREPANCY_STATUSES,
  ALL: DISCREPANCY_STATUSES,
  PEN: ['P'],
  REV: ['R'],
  OK: ['D'],
  P: ['P'],
  R: ['R'],
  D: ['D'],
};

function dayOf(written: string | undefined): IsoDate | null {
  if (written === undefined || written === '') return null;
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

const MAX_YEAR = 9_999;
/** A number from 1 to the largest; 0 and empty mean any. */
function anyOrUpTo(largest: number, written: number | '' | undefined): number | null {
  const number = Number(written ?? 0);
  if (number === 0) return null;
  if (number < 1 || number > largest) throw malformed('There is no such month.');
  return number;
}

const flagsOf = ({ kind = '' }: Search): readonly ('T' | 'M')[] => (kind === '' ? ['T', 'M'] : [kind]);

async function queryOf(on: Executor, search: Search, caller: Caller): Promise<DiscrepancyQuery> {
  const named = search.branch?.trim() ?? '';
  const branch = named === '' || named === 'ALL' ? null : await findInReach(on, named, caller.scope);
  if (branch === undefined) throw notAllowed();
  return {
    flags: flagsOf(search),
    statuses: STATUSES[search.status ?? 'PEN'],
    branch: branch?.srno ?? null,
    from: dayOf(search.from),
    to: dayOf(search.to),
    year: anyOrUpTo(MAX_YEAR, search.year),
    month: anyOrUpTo(12, search.month),
    most: Number(search.limit) > 0 ? Number(search.limit) : null,
  };
}

/** The page of discrepancies, their replies and their decisions. */
export const discrepancyHandlers: readonly Bound[] = [
  handle(calls.listDiscrepancies, async ({ db, caller, requestId, address }, { search, page }) => {
    const query = await queryOf(db.read, search, caller);
    if (search.mode === 'D') {
      const acting = {
        scope: caller.scope,
        actor: caller.account,
        branch: caller.entity.srno,
        call: 'audit.listdiscrepancy',
        request: requestId,
        address,
      };
      const file = await db.write(acting, (tx) =>
        exportList<DiscrepancyRow>(tx, {
          record: 'audit discrepancy',
          query: toWire(calls.discrepancySearch, search) as object,
          fileName: 'discrepancies.xlsx',
          sheet: 'Discrepancies',
          columns: discrepancySheet(flagsOf(search)),
          page: undefined,
          read: (at) => listPage(db.read, query, at, caller.scope),
          reply: calls.listDiscrepancies.reply,
        }),
      );
      return new SentFile(file);
    }
    const { body, next } =
      search.lineNo === undefined
        ? await listPage(db.read, query, page, caller.scope)
        : await listOne(db.read, search.lineNo, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(calls.countDiscrepancies, async ({ db, caller }, { search }) => {
    const query = await queryOf(db.read, { mode: 'V', kind: 'T', ...search }, caller);
    return Reply.json((await countListed(db.read, query, caller.scope)).body);
  }),

  handle(calls.listProofs, async ({ db, caller }, { discrepancy }) => {
    const found = await listReplies(db.read, discrepancy, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.addReply, async ({ tx, caller, file }, { srno, lineno, remark }) => {
    const named = { audit: srno, lineNo: lineno };
    if ((await addReply(tx, named, remark.trim(), file, caller)) === undefined) {
      if ((await findDiscrepancy(tx, named)) === undefined) throw notFound();
      throw new Refusal(AUDIT_REFUSALS.notPendingAnyMore);
    }
    const replies = await listReplies(tx, named, caller.scope);
    const docdetail = fromWire(calls.listProofs.reply, JSON.parse(replies?.body ?? '[]')) as calls.ReplyRow[];
    return { error: '', message: 'The reply is added.', docdetail };
  }),

  handle(
    calls.decideDiscrepancy,
    async ({ tx, caller, version: seen }, { decision: { status, remark: given = '', ...named } }) => {
      const words = DISCREPANCY_FLOW.words[status];
      const remark = given.trim();
      const problem = remark === '' ? null : replyProblem(remark);
      if (problem !== null) throw new Refusal(problem);
      if ((await changeStatus(tx, 'decide', named, { status, remark }, seen, caller)) !== undefined)
        return { err: '', msg: `The status is ${words} now.` };
      const found = await findDiscrepancy(tx, named);
      if (found === undefined) throw notFound();
      refuseStale(seen, found);
      if (remark !== '') throw new Refusal(`The status is ${words} already. Your remark is not saved.`);
      return { err: '', msg: `The status is ${words} already.` };
    },
  ),

  handle(calls.submitResponse, async ({ tx, caller, version: seen }, { decision: { status, ...named } }) => {
    // Whoever may decide has a call of their own.
    if (status !== 'R') throw notAllowed();
    if ((await changeStatus(tx, 'submit', named, { status }, seen, caller)) !== undefined)
      return { err: '', msg: 'The response is submitted.' };
    const found = await findDiscrepancy(tx, named);
    if (found === undefined) throw notFound();
    refuseStale(seen, found);
    const answer = DISCREPANCY_FLOW.can(found.status, status, {
      mayDecide: false,
      isAnswered: found.is_answered,
    });
    throw new Refusal(answer.ok ? AUDIT_REFUSALS.notPendingAnyMore : answer.why);
  }),
];
