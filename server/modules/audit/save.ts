import { isDeepStrictEqual } from 'node:util';
import type { ArgsOf } from '#contract/define.ts';
import type { saveAudit } from '#contract/audit/audit.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { areTooManyComplied, readAmount, readCount, type Typed } from '#domain/audit/figures.ts';
import { AUDIT_REFUSALS, AUDIT_TEXTS } from '#domain/audit/texts.ts';
import type { Transaction } from '#server/platform/database.ts';
import { malformed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { refuseStale, type Author } from '#server/platform/record.ts';
import {
  lockRows,
  pendingAmong,
  TABS,
  updateRows,
  type AuditHead,
  type RowContent,
  type TabStatements,
} from './save.sql.ts';

export type WrittenAudit = ArgsOf<typeof saveAudit>['audit'];

/** A row as it was sent: its content by column, and the version that the sender has seen. */
interface SentRow {
  readonly srno: number;
  readonly version: number | null;
  readonly content: RowContent;
  /** Other content that the sender cannot tell from this one, so that it is unchanged as well. */
  readonly same?: RowContent;
}

interface SentTab {
  readonly tab: TabStatements;
  readonly rows: readonly SentRow[];
  /** Why rows of this tab cannot be changed; null if they can. */
  readonly locked?: string | null;
}

interface Named {
  readonly srno: number;
  readonly version?: number | undefined;
}
const sentRow = ({ srno, version }: Named, content: RowContent): SentRow => ({
  srno,
  version: version ?? null,
  content,
});

function typed<Value>(read: Typed<Value>, refusal: string): Value | null {
  if (!read.ok) throw new Refusal(refusal);
  return read.value;
}

type WrittenAnswer = NonNullable<WrittenAudit['rbi']>[number];
function answerRow(row: WrittenAnswer): SentRow {
  const observation = row.observation.trim();
  if ([...observation].length > AUDIT_LIMITS.observation)
    throw new Refusal(AUDIT_REFUSALS.observationTooLong);
  return sentRow(row, { answer: row.answer, observation });
}

type WrittenCount = NonNullable<WrittenAudit['transfers']>[number];
/** A row that was never counted shows 0. */
function countRow(row: WrittenCount): SentRow {
  const transactions = typed(readCount(row.transactions), AUDIT_REFUSALS.noCount);
  const isAsShown = transactions === 0 && row.source !== 'typed';
  return { ...sentRow(row, { transactions }), ...(isAsShown && { same: { transactions: null } }) };
}
/** Where purchases and sales are not counted, their rows are sent as they are shown: empty or 0. */
const countedRow = (row: WrittenCount): SentRow => {
  const { content, ...named } = countRow(row);
  return { ...named, content: { transactions: content['transactions'] ?? 0 } };
};

type WrittenSummary = NonNullable<WrittenAudit['summary']>[number];
function summaryRow(row: WrittenSummary): SentRow {
  const lastMonth = typed(readCount(row.lastMonth), AUDIT_REFUSALS.noCount);
  const complied = typed(readCount(row.complied), AUDIT_REFUSALS.noCount);
  if (areTooManyComplied(lastMonth, complied)) throw new Refusal(AUDIT_REFUSALS.tooManyComplied);
  return sentRow(row, { last_month: lastMonth, complied });
}

type WrittenCorrection = NonNullable<WrittenAudit['discrepancies']>[number];
function correctionRow({ lineNo: srno, version, words: typedWords }: WrittenCorrection): SentRow {
  const words = typedWords.trim();
  if (words === '') throw new Refusal(AUDIT_TEXTS.noDiscrepancy);
  if ([...words].length > AUDIT_LIMITS.discrepancy) throw new Refusal(AUDIT_REFUSALS.discrepancyTooLong);
  return sentRow({ srno, version }, { words });
}

/** The tabs that were sent, in the order in which their rows are locked. */
function sentTabs(written: WrittenAudit, head: AuditHead): SentTab[] {
  const tabs: SentTab[] = [];
  const add = <Row>(
    tab: TabStatements,
    rows: readonly Row[] | undefined,
    read: (row: Row) => SentRow,
    locked: string | null = null,
  ) => {
    if (rows !== undefined) tabs.push({ tab, rows: rows.map(read), locked });
  };
  const lastMonth = head.previous === null ? null : AUDIT_REFUSALS.lastMonthIsLocked;
  add(TABS.rbi, written.rbi, answerRow);
  add(TABS.ops, written.operational, answerRow);
  add(TABS.purchases, written.purchases, countedRow, AUDIT_REFUSALS.countedByServer);
  add(TABS.sales, written.sales, countedRow, AUDIT_REFUSALS.countedByServer);
  add(TABS.transfers, written.transfers, countRow);
  add(
    TABS.business,
    written.business,
    (row) => sentRow(row, { last_month: typed(readAmount(row.lastMonth), AUDIT_REFUSALS.noAmount) }),
    lastMonth,
  );
  add(TABS.summary, written.summary, summaryRow, lastMonth);
  add(TABS.discrepancies, written.discrepancies, correctionRow);
  return tabs;
}

/** The rows of a tab that differ from the stored ones, which are locked. A row that another user has changed is refused. */
async function changedRows(tx: Transaction, audit: number, { tab, rows, locked }: SentTab, head: AuditHead) {
  const srnos = rows.map(({ srno }) => srno);
  if (new Set(srnos).size < srnos.length) throw malformed('A row is there twice.');
  const stored = new Map(
    (await lockRows(tx, tab, audit, srnos, head.previous)).map((row) => [row.srno, row]),
  );
  const changed = rows.filter(({ srno, content, same = content, version }) => {
    const row = stored.get(srno);
    if (row === undefined) throw notFound();
    if ([content, same].some((one) => isDeepStrictEqual(row.content, one))) return false;
    refuseStale(version, row);
    return true;
  });
  if (changed.length > 0 && locked !== null && locked !== undefined) throw new Refusal(locked);
  return changed;
}

/** Saves the rows of every tab that was sent; returns how many were written. The header must be locked. */
export async function saveTabs(tx: Transaction, written: WrittenAudit, head: AuditHead, by: Author) {
  let saved = 0;
  for (const sent of sentTabs(written, head)) {
    const changed = await changedRows(tx, written.srno, sent, head);
    if (changed.length === 0) continue;
    if (sent.tab === TABS.discrepancies) await refuseAnswered(tx, written.srno, changed);
    const rows = changed.map(({ srno, content }) => ({ ...content, srno }));
    saved += (await updateRows(tx, sent.tab, written.srno, rows, by)).rows;
  }
  return saved;
}

/** Only the text of a pending discrepancy is corrected: the branch has not answered it. The rows are locked. */
async function refuseAnswered(tx: Transaction, audit: number, rows: readonly SentRow[]): Promise<void> {
  const lines = rows.map(({ srno }) => srno);
  if ((await pendingAmong(tx, audit, lines)).length < lines.length)
    throw new Refusal(AUDIT_REFUSALS.notPendingAnyMore);
}
