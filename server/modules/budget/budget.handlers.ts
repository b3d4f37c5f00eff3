import { budget as calls, budgetSearch, type SentBudgetSearch } from '#contract/budget/budget.ts';
import { toWire } from '#contract/wire.ts';
import {
  BUDGET_RULES,
  budgetProblems,
  financialYearName,
  isFinancialYear,
  otherFinancialYear,
} from '#domain/budget/budget.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { compareExact, exact, readExact } from '#domain/money.ts';
import type { Transaction } from '#server/platform/database.ts';
import { refuseStale } from '#server/platform/record.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { amountsOf, BUDGET_SHEET, sentBudget } from './budget.present.ts';
import {
  budgetPage,
  copyBudgets,
  findBudget,
  findPlace,
  insertBudget,
  lockBudget,
  updateBudget,
  type BudgetSearch,
} from './budget.sql.ts';
import { PLACE_TEXTS, tooLargeText } from './budget.texts.ts';

const PERCENT_PLACES = 2;
const LEAST_PERCENT = exact('-100');
const MOST_PERCENT = exact('1000');

/** With "all", a branch still filters executives, but branches are not filtered. */
function searchOf(asked: SentBudgetSearch, now: Date): BudgetSearch {
  const { type, which, year = '' } = asked;
  const isOne = which === 'ONE';
  const [branch, executive] = [asked.branch?.trim() ?? '', asked.executive?.trim() ?? ''];
  if (isOne && (type === 'BRANCH' ? branch : executive) === '')
    throw new Refusal(mandatoryMessage([BUDGET_RULES[type === 'BRANCH' ? 'branch' : 'executive'].label]));
  return {
    type,
    finYear: yearOf(year, now),
    branch: branch !== '' && (isOne || type === 'EXECUTIVE') ? branch : undefined,
    executive: type === 'EXECUTIVE' && isOne ? executive : undefined,
  };
}

/** The requested year, or the current one by default. */
function yearOf(written: string, now: Date): string {
  if (written === '') return financialYearOf(dateInIndia(now.getTime()));
  if (!isFinancialYear(written)) throw malformed('There is no such financial year.');
  return written;
}

/** The branch and executive of a new budget; refused if no budget is allowed there. */
async function placeFor(tx: Transaction, branch: string, executive: string) {
  const found = await findPlace(tx, branch, executive);
  if (found.branch === null || (executive !== '' && found.executive === null)) throw notAllowed();
  if (found.branch_active !== true) throw new Refusal(PLACE_TEXTS.branchInactive);
  if (executive !== '' && found.executive_branch !== found.branch) throw new Refusal(PLACE_TEXTS.otherBranch);
  if (executive !== '' && found.sells !== true) throw new Refusal(PLACE_TEXTS.sellsNot);
  return { branch: found.branch, executive: found.executive };
}

export const budgetHandlers: readonly Bound[] = [
  handle(calls.list, async ({ db, caller, now }, { search, page }) => {
    const { body, next } = await budgetPage(db.read, searchOf(search, now), page, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(calls.detail, async ({ db, caller }, { uniquekey }) => {
    const found = await findBudget(db.read, uniquekey, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(calls.save, async ({ tx, caller, version, now }, { record }) => {
    const { srno, company, item, draft } = sentBudget(record, yearOf('', now));
    const [problem] = budgetProblems(draft);
    if (problem !== undefined) throw new Refusal(problem.message);
    const [branch, executive] = [draft.branch ?? '', draft.executive ?? ''];
    const amounts = amountsOf(draft);
    if (srno === 0) {
      const place = await placeFor(tx, branch, draft.type === 'EXECUTIVE' ? executive : '');
      const added = await insertBudget(
        tx,
        { company, item, finYear: draft.finYear, ...place },
        amounts,
        caller,
      );
      return Reply.of({ err: '', msg: 'Saved.', srno: added.srno }, { version: added.version });
    }
    const stored = await lockBudget(tx, srno);
    if (stored === undefined) throw notFound();
    refuseStale(version, stored);
    const named = await findPlace(tx, branch, executive);
    const isSame =
      draft.finYear === stored.fin_year &&
      company === stored.company &&
      item === stored.item &&
      named.executive === stored.executive &&
      (branch === '' || named.branch === stored.branch);
    if (!isSame)
      throw new Refusal('A budget stays with its year, branch and executive. Please add another one.');
    const changed = await updateBudget(tx, srno, amounts, caller);
    return Reply.of({ err: '', msg: 'Saved.', srno: changed.srno }, { version: changed.version });
  }),

  handle(calls.copyYear, async ({ tx, caller, now }, { copy }) => {
    const to = yearOf(copy.finYear, now);
    const from = otherFinancialYear(to, -1);
    const percent = readExact(copy.percent?.trim() || '0', PERCENT_PLACES);
    if (
      percent === null ||
      compareExact(percent, LEAST_PERCENT) < 0 ||
      compareExact(percent, MOST_PERCENT) > 0
    )
      throw new Refusal('The percentage must lie between -100 and 1000, with at most two decimals.');
    const { found, copied, too_large, large_of, large_month } = await copyBudgets(
      tx,
      from,
      to,
      percent,
      caller,
    );
    if (found === 0) throw new Refusal(`There is no budget of ${financialYearName(from)} to copy.`);
    if (too_large > 0) throw new Refusal(tooLargeText(large_of ?? '', large_month ?? '', too_large));
    const there = found - copied;
    const msg = `${copied === 1 ? '1 budget' : `${copied} budgets`} copied from ${financialYearName(from)}.`;
    return { err: '', msg: there === 0 ? msg : `${msg} ${there} had one already.`, copied, there };
  }),

  handle(calls.exported, async ({ tx, db, caller, now }, { search, page }) => {
    const asked = searchOf(search, now);
    return exportList(tx, {
      record: 'budget',
      query: { ...(toWire(budgetSearch, search) as object), ...page },
      fileName: `budgets-${asked.finYear}.xlsx`,
      sheet: 'Budgets',
      columns: BUDGET_SHEET,
      page,
      read: (at) => budgetPage(db.read, asked, at, caller.scope),
      reply: calls.list.reply,
    });
  }),
];
