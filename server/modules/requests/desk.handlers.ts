import type * as z from 'zod/mini';
import { findInReach } from '#server/modules/masters/index.ts';
import * as calls from '#contract/requests/desk.ts';
import type { ReplyOf } from '#contract/define.ts';
import { fromWire, namesOnWire, toWire } from '#contract/wire.ts';
import { findCustomer, formFacts } from '#contract/requests/form.ts';
import type { RequestRow, RequestSearch } from '#contract/requests/desk.ts';
import { inForceOn } from '#domain/dated.ts';
import { dateInIndia, readWireDate } from '#domain/dates.ts';
import type { ApprovalRules } from '#domain/requests/approval.ts';
import type { NumberView } from '#domain/requests/codes.ts';
import { WARNING_LIMITS } from '#domain/requests/limits.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, notFound } from '#server/platform/dispatch/problems.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { findCustomerBy, findRequest } from './detail.sql.ts';
import { findFacts, type CardRate } from './facts.sql.ts';
import { listPage, type ListQuery } from './list.sql.ts';
import { withCustomerMasks, withMasks, type NumberViews } from './numbers.ts';
import { REQUEST_SHEET } from './rows.present.ts';
import { possibilities } from './state.ts';

type Customer = ReplyOf<typeof findCustomer>[number];

const isAll = (written: string) => written === '' || written === 'ALL';

function dayOf(written: string) {
  if (written === '') return null;
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

async function askedBy(read: Executor, search: RequestSearch, caller: Caller): Promise<ListQuery> {
  const branch = isAll(search.srchBranch) ? null : await findInReach(read, search.srchBranch, caller.scope);
  if (branch === undefined) throw notAllowed();
  return {
    filter: search.srchStatus,
    srno: Number(search.srchRef) === 0 ? null : Number(search.srchRef),
    from: dayOf(search.srchFromDate),
    to: dayOf(search.srchToDate),
    branch: branch?.srno ?? null,
    type: isAll(search.srchTranType) ? null : search.srchTranType,
  };
}

const DETAIL = calls.requestDetailSchema;
const NUMBERS = namesOnWire(DETAIL)['numbers'];

const maskedDetail = (detail: string, view: NumberView): string =>
  JSON.stringify(
    toWire(DETAIL, withMasks(fromWire(DETAIL, JSON.parse(detail)) as z.output<typeof DETAIL>, view)),
  );

/** The list, one request, and the data for the form. */
export const deskHandlers = (rules: ApprovalRules, numbers: NumberViews): readonly Bound[] => [
  handle(calls.listRequests, async ({ db, caller }, { search, page }) => {
    const { body, next } = await listPage(db.read, await askedBy(db.read, search, caller), page, caller);
    return Reply.json(body, { next });
  }),

  handle(calls.exportRequests, async ({ tx, db, caller }, { search, page }) => {
    const asked = await askedBy(db.read, search, caller);
    return exportList<RequestRow>(tx, {
      record: 'request',
      query: search,
      fileName: 'requests.xlsx',
      sheet: 'Requests',
      columns: REQUEST_SHEET,
      page,
      read: (at) => listPage(db.read, asked, at, caller),
      reply: calls.listRequests.reply,
    });
  }),

  handle(calls.requestDetail, async ({ db, caller }, { srno }) => {
    const found = await findRequest(db.read, srno, caller);
    if (found === undefined) throw notFound();
    const { detail, lists, ...state } = found;
    const view = await numbers(db.read, srno, caller);
    const seen = view === 'whole' ? detail : maskedDetail(detail, view);
    const can = JSON.stringify(possibilities(state, caller, rules));
    // Both are JSON objects from PostgreSQL. What the caller may see and do is inserted into the first.
    const json = `{"detail":${seen.slice(0, -1)},"${NUMBERS}":"${view}","can":${can}},${lists.slice(1)}`;
    return Reply.json(json, { version: state.version });
  }),

  handle(findCustomer, async ({ db, caller }, { asked: { by, value } }) => {
    const found = await findCustomerBy(db.read, by, value, caller);
    const [customer] = fromWire(findCustomer.reply, JSON.parse(found)) as Customer[];
    if (customer === undefined) return [];
    return [withCustomerMasks(customer, await numbers(db.read, customer.srno, caller))];
  }),

  handle(formFacts, async ({ db, caller, now }, { asked }) => {
    const day = dateInIndia(now.getTime());
    const pan = asked.pan.trim().toUpperCase();
    const { branch, nationality = '', destination = '', srno = 0 } = asked;
    const found = await findFacts(
      db.read,
      { branch, pan, nationality, destination, without: srno },
      day,
      caller,
    );
    if (branch !== '' && found.branch === null) throw notAllowed();
    return {
      date: day,
      scheme: found.scheme,
      rates: found.rates as CardRate[],
      yearTotal: found.year_total ?? '',
      yearUsd: found.year_usd ?? '',
      usdRate: found.usd_rate ?? '',
      nationalityFatf: found.nationality_fatf === true,
      destinationFatf: found.destination_fatf === true,
      rateOffPercent: inForceOn(WARNING_LIMITS, day)?.rateOffPercent ?? '',
    };
  }),
];
