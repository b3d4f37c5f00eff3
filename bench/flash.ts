/** The lists of 100,000 flash audits with 1,000,000 lines, over HTTP from one client: of one branch, of forty and of all. */
import type pg from 'pg';
import { growFlash } from '#tools/demo/large-flash.ts';
import { medianMs, onGrown, openSession } from './grown.ts';
import { measuredHere, type Duration } from './page.ts';

const BRANCHES = 100;
const DAYS = 1_000;
const LISTED = 100;
const REPEATS = 40;

/** Gives the zonal manager forty branches to see. */
const FORTY = `insert into access.account_branch (account, branch, allowed)
  select a.srno, e.srno, true from access.account a, (select srno from masters.entity where id like 'Z%' order by srno limit 40) as e
  where a.user_id = 'zm.west' on conflict do nothing`;

const LISTS = [
  ['headerdata', {}],
  ['headerdata', { status: 'C' }],
  ['getdiscrepancies', { type: 'C' }],
  ['getdiscrepancies', { type: 'C', status: 'ALL' }],
  ['getdiscrepancies', { type: 'T' }],
] as const;
const REACHES = [
  ['one branch', 'audit.ca', { branch: 'Z1' }],
  ['forty branches', 'zm.west', {}],
  ['all branches', 'audit.ca', {}],
] as const;

async function grow(admin: pg.Client): Promise<void> {
  await growFlash(admin, { branches: BRANCHES, days: DAYS });
  await admin.query(FORTY);
}

export const benchFlash = ({ rounds }: Duration): Promise<string> =>
  onGrown(grow, (url) => measureLists(url, rounds));

async function measureLists(url: string, rounds: number): Promise<string> {
  const rows: string[] = [];
  for (const [reach, user, narrowed] of REACHES) {
    const session = await openSession(url, user);
    for (const [action, search] of LISTS) {
      const fields = [session, action, JSON.stringify({ ...search, ...narrowed }), `{"limit":${LISTED}}`];
      const ms = await medianMs(url, 'flashaudit_a.php', fields, rounds * REPEATS);
      rows.push(`| ${action} ${JSON.stringify(search)} | ${reach} | ${ms.toFixed(1)} |`);
    }
  }
  return [
    `${measuredHere()} ${(BRANCHES * DAYS).toLocaleString('en')} flash audits of ${BRANCHES} branches, ten lines each, ${LISTED} rows a page.`,
    '',
    '| list | reach | p50 ms |',
    '| --- | --- | ---: |',
    ...rows,
  ].join('\n');
}
