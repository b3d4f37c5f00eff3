import type pg from 'pg';
import { daysOf, MONTHS, otherFinancialYear } from '#domain/budget/budget.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { finishedSpan } from './finished-requests.ts';

/**
 * The target for a usual month, before and since the months of the finished requests, when the business has grown. An
 * executive has most of their branch's budget.
 */
const BUDGETS: readonly {
  readonly branch: string;
  readonly executive?: string;
  readonly amount: number;
  readonly grown: number;
}[] = [
  { branch: 'MUM', amount: 4_500, grown: 50_000 },
  { branch: 'DEL', amount: 1_500, grown: 22_000 },
  { branch: 'PUN', amount: 1_400, grown: 10_500 },
  { branch: 'BLR', amount: 1_200, grown: 9_500 },
  { branch: 'MUM', executive: 'E101', amount: 4_000, grown: 45_000 },
  { branch: 'DEL', executive: 'E201', amount: 1_400, grown: 20_000 },
  { branch: 'PUN', executive: 'E301', amount: 1_300, grown: 9_500 },
  { branch: 'BLR', executive: 'E401', amount: 1_100, grown: 8_500 },
];
/** Has a budget only last year, so that there is something to copy. */
const NOT_YET_COPIED = 'E401';
/** Per cent of a usual month: holidays in May and December, admissions in July and August. */
const SEASON = [90, 130, 110, 115, 120, 90, 95, 100, 135, 95, 85, 105];
const LAST_YEAR_PERCENT = 92;

/** The budgets of this year and last year. */
export async function loadBudgets(client: pg.Client): Promise<void> {
  const thisYear = financialYearOf(dateInIndia(Date.now()));
  const grownFrom = finishedSpan().from;
  const year = (finYear: string, percent: number) =>
    BUDGETS.filter(({ executive }) => finYear !== thisYear || executive !== NOT_YET_COPIED).map(
      ({ branch, executive = null, amount, grown }) => ({
        fin_year: finYear,
        branch,
        executive,
        ...Object.fromEntries(
          MONTHS.map((month, at) => {
            const usual = daysOf(finYear, month).from < grownFrom ? amount : grown;
            return [month, (usual * (SEASON[at] ?? 100) * percent) / 10_000];
          }),
        ),
      }),
    );
  await client.query(
    `insert into budget.budget (fin_year, branch, executive, ${MONTHS.join(', ')}, changed_by, changed_by_name)
     select b.fin_year, e.srno, x.srno, ${MONTHS.map((month) => `b.${month}`).join(', ')}, a.srno, a.name
     from jsonb_to_recordset($1) as b (fin_year text, branch text, executive text, ${MONTHS.map((month) => `${month} numeric`).join(', ')})
     join masters.entity e on e.id = b.branch left join masters.employee x on x.code = b.executive
     join access.account a on a.user_id = 'cm.ho' order by b.fin_year, x.code nulls first, e.id`,
    [JSON.stringify([...year(otherFinancialYear(thisYear, -1), LAST_YEAR_PERCENT), ...year(thisYear, 100)])],
  );
  await client.query('select requests.compute_earned()');
}

const TASKS: readonly { readonly user: string; readonly hoursAgo: number; readonly task: string }[] = [
  { user: 'admin', hoursAgo: 3, task: 'Ask Mumbai Fort for the signed cash count of Friday.' },
  { user: 'admin', hoursAgo: 27, task: 'New joiner at Mumbai: give rights once the password is changed.' },
  { user: 'admin', hoursAgo: 75, task: 'Go through the special approvals that are older than a week.' },
  {
    user: 'bm.mum',
    hoursAgo: 5,
    task: 'Orient Travels want USD 20,000 on Monday.\nCheck the vault, and ask Pune if it is short.',
  },
  { user: 'bm.mum', hoursAgo: 30, task: 'Sneha: KYC of the last three bulk sales.' },
  { user: 'sales.mum', hoursAgo: 2, task: 'Call Kavya Iyer about her forex card.' },
  { user: 'sales.mum', hoursAgo: 52, task: 'Send the rate card to Bluewater Tours.' },
];

export async function loadTasks(client: pg.Client): Promise<void> {
  await client.query(
    `insert into tasks.task (account, task, created_at)
     select a.srno, t.task, now() - make_interval(hours => t."hoursAgo")
     from jsonb_to_recordset($1) as t ("user" text, task text, "hoursAgo" integer)
     join access.account a on a.user_id = t."user" order by t."hoursAgo" desc`,
    [JSON.stringify(TASKS)],
  );
}
