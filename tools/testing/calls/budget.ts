import type pg from 'pg';
import { budget } from '#contract/budget/budget.ts';
import { budgetReport, earningRequests } from '#contract/budget/dashboard.ts';
import { addTask, showTasks } from '#contract/tasks/tasks.ts';
import { importsBy } from './imports.ts';
import { sample, type ModuleSamples } from './sample.ts';

const YEAR = '2026-2027';
let companiesGiven = 1;
/** A company without budgets. */
const freshCompany = () => (companiesGiven += 1);

/** Creates a budget of a branch and returns its number. */
async function budgetAt(database: pg.Client, branch: number, company = 1, finYear = YEAR): Promise<number> {
  const { rows } = await database.query<{ srno: number }>(
    `insert into budget.budget (fin_year, branch, company, apr) values ($1, $2, $3, 1000)
     on conflict on constraint budget_once do update set apr = 1000 returning srno`,
    [finYear, branch, company],
  );
  return rows[0]?.srno ?? 0;
}

const asked = { type: 'BRANCH', which: 'ALL', year: YEAR } as const;
const LISTS = { lists: ['A', 'B', 'F'] } as const;

export const budgetSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const { srno } of places) await budgetAt(database, srno);
  },
  samples: [
    sample(budget.list, LISTS, () => ({ search: asked, page: { limit: 100 } })),
    sample(budget.detail, 'named', async ({ database, place }) => ({
      uniquekey: String(await budgetAt(database, place.srno)),
    })),
    sample(budget.save, 'named', async ({ database, place, isNew }) => {
      const company = freshCompany();
      return {
        record: {
          srno: isNew ? 0 : await budgetAt(database, place.srno, company),
          company,
          finYear: YEAR,
          branch: place.id,
          apr: '1250.50',
          mar: '',
        },
      };
    }),
    sample(budget.copyYear, 'none', async ({ database, place }) => {
      await budgetAt(database, place.srno, freshCompany(), '2040-2041');
      return { copy: { finYear: '2041-2042', percent: '7.5' } };
    }),
    sample(budget.exported, LISTS, () => ({ search: asked })),
    ...importsBy(budget, 'none', ({ place }) => [
      ['Company', 'Financial year', 'Branch id', 'Executive code', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December', 'January', 'February', 'March'],
      [String(freshCompany()), YEAR, place.id, '', '1000', '2000', '', '', '', '', '', '', '', '', '', '500.25'],
    ]), // prettier-ignore
    sample(budgetReport, LISTS, () => ({
      asked: {
        year: YEAR,
        mode: 'View' as const,
        type: 'BRANCH' as const,
        which: 'ALL' as const,
      },
    })),
    sample(earningRequests, 'named', ({ place }) => ({
      asked: { year: YEAR, month: 'apr' as const, branch: place.id },
    })),
  ],
};

export const tasksSamples: ModuleSamples = {
  samples: [
    sample(addTask, 'none', ({ word }) => ({ task: `Call ${word}` })),
    sample(showTasks, 'none', () => ({ asked: { from: '01/04/2026', limit: 20 } })),
  ],
};
