import * as calls from '#contract/audit/transactions.ts';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import type { ArgsOf } from '#contract/define.ts';
import { toWire } from '#contract/wire.ts';
import { PARTY_TYPES } from '#domain/audit/codes.ts';
import { canReverse, dayProblem, discrepancyProblem, markProblem } from '#domain/audit/discrepancy.ts';
import { AUDIT_REFUSALS, AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { readWireDate, type IsoDate } from '#domain/dates.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import {
  addOfParty,
  addOfTransaction,
  findAuditStatus,
  findSubject,
  markLines,
  markOk,
  reverseMark,
  type NamedTransaction,
  type Subject,
} from './marks.sql.ts';
import { TRANSACTION_SHEET } from './transactions.present.ts';
import { listTransactions, type TransactionQuery } from './transactions.sql.ts';

type Filters = ArgsOf<typeof calls.filterTransactions>['filter'];
type AskedDiscrepancy = ArgsOf<typeof calls.addDiscrepancy>['discrepancy'];
type AskedMark = ArgsOf<typeof calls.reverseTransaction>['mark'];

/** User number 1 is the only one with a field for the master document. */
const FIRST_USER = 1;

function dayOf(written: string): IsoDate {
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}
const dayOrNull = (written: string | undefined): IsoDate | null =>
  written === undefined || written.trim() === '' ? null : dayOf(written.trim());

const chosen = <Value extends string>(written: Value | undefined): Exclude<Value, '' | 'ALL'> | null =>
  written === undefined || written === '' || written === 'ALL'
    ? null
    : (written as Exclude<Value, '' | 'ALL'>);

const queryOf = (filter: Filters): TransactionQuery => ({
  audit: filter.audit,
  type: chosen(filter.type),
  status: chosen(filter.status),
  from: dayOrNull(filter.from),
  to: dayOrNull(filter.to),
  isFlagged: filter.isFlagged === true,
  most: Number(filter.limit) > 0 ? Number(filter.limit) : null,
});

const partyTypeOf = (written: string | undefined): string =>
  PARTY_TYPES.find((type) => type === written?.trim()) ?? '';

/** Transactions alone have marks: the file of a party has none to change. */
function namedBy({ audit, type, date, number, kind }: AskedMark): NamedTransaction {
  if (kind === 'M') throw notFound();
  return { audit, type, number: String(number).trim(), day: dayOf(date.trim()) };
}

/** A closed audit says so before anything else that is wrong is told. */
async function refuseClosed(tx: Transaction, audit: number): Promise<void> {
  const found = await findAuditStatus(tx, audit);
  if (found === undefined) throw notFound();
  if (found.status === 'C') throw new Refusal(AUDIT_REFUSALS.closed);
}

/** The refusal of a change that found no row. A closed audit comes first, because its trigger would refuse first. */
async function refusalFor(
  tx: Transaction,
  named: NamedTransaction,
  reason: (subject: Subject) => string | null,
): Promise<Error> {
  const found = await findSubject(tx, named);
  if (found === undefined) return notFound();
  if (found.audit_status === 'C') return new Refusal(AUDIT_REFUSALS.closed);
  const why = reason(found);
  return why === null ? notFound() : new Refusal(why);
}

async function addForTransaction(tx: Transaction, asked: AskedDiscrepancy, caller: Caller): Promise<number> {
  const type = asked.type?.trim() ?? '';
  const number = String(asked.number ?? '').trim();
  const words = asked.words?.trim() ?? '';
  const named = { audit: asked.audit, type, number, day: dayOrNull(asked.date) };
  const found = await findSubject(tx, named, asked.purpose?.trim() ?? '');
  if (found === undefined) throw notFound();
  const partyType = partyTypeOf(asked.partyType);
  const typeSub = type === 'MT' ? (asked.typeSub?.trim() ?? '') : '';
  const purpose = found.purpose ?? '';
  const problem =
    found.line_no === null
      ? (discrepancyProblem({
          ...{ kind: 'T', type, typeSub, number, purpose, partyType, words },
          ...{ masterType: '', partyName: '' },
        }) ?? dayProblem(found.day, found.year, found.month))
      : markProblem(type, partyType === '' ? (found.party_type ?? '') : partyType, words);
  if (problem !== null) throw new Refusal(problem);
  const { day } = found;
  const draft = { audit: asked.audit, type, number, day, typeSub, purpose, partyType, words };
  const added = await addOfTransaction(tx, draft, caller);
  if (added === undefined) throw await refusalFor(tx, { ...named, day }, () => AUDIT_REFUSALS.notPending);
  return added.line_no;
}

async function addForParty(tx: Transaction, asked: AskedDiscrepancy, caller: Caller): Promise<number> {
  const draft = {
    masterType: asked.masterType?.trim() ?? '',
    partyName: asked.partyName?.trim() ?? '',
    words: asked.words?.trim() ?? '',
  };
  const unused = { type: '', typeSub: '', number: '', purpose: '', partyType: '' };
  const problem = discrepancyProblem({ kind: 'M', ...unused, ...draft });
  if (problem !== null) throw new Refusal(problem);
  const document = Number(asked.masterDocument ?? 0);
  const isKept = caller.account === FIRST_USER && Number.isSafeInteger(document) && document > 0;
  const added = await addOfParty(
    tx,
    { audit: asked.audit, ...draft, document: isKept ? document : null },
    caller,
  );
  if (added === undefined) throw notFound();
  return added.line_no;
}

/** The transactions of an audit and their marks. */
export const transactionHandlers: readonly Bound[] = [
  handle(calls.filterTransactions, async ({ db, caller }, { filter, page }) => {
    const found = await listTransactions(db.read, queryOf(filter), page, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { next: found.next });
  }),

  handle(calls.exportTransactions, async ({ tx, db, caller }, { filter }) => {
    if ((await findAuditStatus(tx, filter.audit)) === undefined) throw notFound();
    const query = queryOf(filter);
    return exportList<AuditTransaction>(tx, {
      record: 'audit transaction',
      query: toWire(calls.transactionFilter, filter) as object,
      fileName: `audit-${filter.audit}-transactions.xlsx`,
      sheet: 'Transactions',
      columns: TRANSACTION_SHEET,
      page: undefined,
      read: async (page) =>
        (await listTransactions(db.read, query, page, caller.scope)) ?? { body: '[]', next: null },
      reply: calls.filterTransactions.reply,
    });
  }),

  handle(calls.markTransaction, async ({ tx, caller }, { mark }) => {
    await refuseClosed(tx, mark.audit);
    if (mark.status === 'DIS') throw new Refusal(AUDIT_TEXTS.noDiscrepancy);
    if (mark.status === 'PEN') throw malformed('reversestatusaudittran takes a mark back.');
    const named = namedBy(mark);
    if ((await markOk(tx, named, partyTypeOf(mark.partyType), caller)) === undefined)
      throw await refusalFor(tx, named, ({ line_no }) =>
        line_no === null ? null : AUDIT_REFUSALS.notPending,
      );
    return { err: '', msg: 'The transaction is in order.' };
  }),

  handle(calls.markTransactions, async ({ tx, caller }, { marks: { audit, lines } }) => {
    const marked = await markLines(tx, audit, lines, caller);
    if (marked.length === 0) await refuseClosed(tx, audit);
    const words = marked.length === 1 ? '1 transaction is' : `${marked.length} transactions are`;
    return { err: '', msg: `${words} in order.`, marked };
  }),

  handle(calls.reverseTransaction, async ({ tx, caller }, { mark }) => {
    await refuseClosed(tx, mark.audit);
    const named = namedBy(mark);
    if ((await reverseMark(tx, named, caller)) === undefined)
      throw await refusalFor(tx, named, ({ line_no, status, discrepancy }) => {
        if (line_no === null && discrepancy === null) return null;
        const answer = canReverse({ mark: status ?? 'DIS', discrepancy });
        return answer.ok ? AUDIT_REFUSALS.isPending : answer.why;
      });
    return { err: '', msg: 'The mark is taken back.' };
  }),

  handle(calls.addDiscrepancy, async ({ tx, caller }, { discrepancy: asked }) => {
    await refuseClosed(tx, asked.audit);
    const add = asked.kind === 'M' ? addForParty : addForTransaction;
    return { err: '', msg: 'The discrepancy is added.', lineNo: await add(tx, asked, caller) };
  }),
];
