import * as z from 'zod/mini';
import {
  budgetReport,
  earningRequests,
  reportQuery,
  reportRow,
  reportTotal,
  type ReportFigures,
  type ReportRow,
} from '#contract/budget/dashboard.ts';
import type { ArgsOf } from '#contract/define.ts';
import type { Page } from '#contract/fields.ts';
import { fromWire, toWire } from '#contract/wire.ts';
import { BUDGET_RULES, isFinancialYear } from '#domain/budget/budget.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, SentFile, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { exportRows } from '#server/platform/xlsx/export.ts';
import { trailExport } from '#server/platform/trail/export.sql.ts';
import { reportCells, reportColumns, totalCells } from './report.present.ts';
import { earningsPage, findBranch, findExecutive, reportPage, type ReportScope } from './report.sql.ts';

type ReportQuery = ArgsOf<typeof budgetReport>['asked'];

function mustBeYear(finYear: string): void {
  if (!isFinancialYear(finYear)) throw malformed('There is no such financial year.');
}

/** The report has one order and its own filters, so the general search and sort are refused. */
function mustBePlain(page: Page | undefined): void {
  if (page?.sort !== undefined || page?.q !== undefined) throw malformed('This list cannot be sorted so.');
}

/** The serial number of the named record; null if no name is given. */
async function inReach(
  find: typeof findBranch | typeof findExecutive,
  on: Executor,
  named: string,
  { scope }: Caller,
): Promise<number | null> {
  if (named === '') return null;
  const found = await find(on, named, scope);
  if (found === undefined) throw notFound();
  return found.srno;
}

async function reportOf(on: Executor, asked: ReportQuery, caller: Caller): Promise<ReportScope> {
  mustBeYear(asked.year);
  const { type, which, year: finYear } = asked;
  const isOne = which === 'ONE';
  const [branch, executive] = [asked.branch?.trim() ?? '', asked.executive?.trim() ?? ''];
  if (isOne && (type === 'BRANCH' ? branch : executive) === '')
    throw new Refusal(mandatoryMessage([BUDGET_RULES[type === 'BRANCH' ? 'branch' : 'executive'].label]));
  return {
    type,
    finYear,
    branch: isOne || type === 'EXECUTIVE' ? await inReach(findBranch, on, branch, caller) : null,
    executive: isOne && type === 'EXECUTIVE' ? await inReach(findExecutive, on, executive, caller) : null,
  };
}

/** The whole report as a file, read page by page, with the total in the last row. */
function reportFile(on: Executor, asked: ReportScope, { scope }: Caller): SentFile {
  const { type, finYear } = asked;
  async function* rows(): AsyncGenerator<readonly string[]> {
    let after: string | null = null;
    let total: string;
    do {
      const page: Awaited<ReturnType<typeof reportPage>> = await reportPage(
        on,
        asked,
        after === null ? undefined : { after },
        scope,
      );
      for (const row of fromWire(z.array(reportRow), JSON.parse(page.body)) as ReportRow[])
        yield reportCells(type, finYear, row);
      ({ next: after, total } = page);
    } while (after !== null);
    yield totalCells(type, finYear, fromWire(reportTotal, JSON.parse(total)) as ReportFigures);
  }
  const file = exportRows({
    fileName: `budget-against-actual-${finYear}.xlsx`,
    sheet: 'Budget against actual',
    columns: reportColumns(type, finYear),
    rows: rows(),
  });
  return new SentFile(file);
}

export const reportHandlers: readonly Bound[] = [
  handle(budgetReport, async ({ db, caller, requestId, address }, { asked, page }) => {
    mustBePlain(page);
    const report = await reportOf(db.read, asked, caller);
    if (asked.mode === 'Download') {
      const acting = {
        scope: caller.scope,
        actor: caller.account,
        branch: caller.entity.srno,
        call: 'misbudget.getreport',
        request: requestId,
        address,
      };
      await db.write(acting, (tx) => trailExport(tx, 'misbudget', toWire(reportQuery, asked) as object));
      return reportFile(db.read, report, caller);
    }
    const { body, total, next } = await reportPage(db.read, report, page, caller.scope);
    const finyear = JSON.stringify(report.finYear);
    return Reply.json(`{"err":"","finyear":${finyear},"rows":${body},"total":${total}}`, { next });
  }),

  handle(earningRequests, async ({ db, caller }, { asked, page }) => {
    mustBeYear(asked.year);
    mustBePlain(page);
    const branch = await inReach(findBranch, db.read, asked.branch.trim(), caller);
    if (branch === null) throw new Refusal(mandatoryMessage([BUDGET_RULES.branch.label]));
    const named = asked.executive?.trim() ?? '';
    const executive = await inReach(findExecutive, db.read, named, caller);
    const { body, next } = await earningsPage(
      db.read,
      { finYear: asked.year, month: asked.month, branch, executive },
      page,
    );
    return Reply.json(body, { next });
  }),
];
