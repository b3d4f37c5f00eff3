/** The lists of 100,000 flash audits with 1,000,000 lines, over HTTP from one client: of one branch, of forty and of all. */
import type pg from 'pg';
import { growFlash } from '#tools/demo/large-flash.ts';
import { medianMs, onGrown, openSession } from './grown.ts';
import { measuredHere, type Duration } from './page.ts';

const SIZE = { branches: 100, days: 1_000 };
const BRIEF_SIZE = { branches: 45, days: 3 };
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

export function benchFlash({ rounds, isBrief }: Duration): Promise<string> {
  const size = isBrief ? BRIEF_SIZE : SIZE;
  const grow = async (admin: pg.Client) => {
    await growFlash(admin, size);
    await admin.query(FORTY);
  };
  return onGrown(grow, (url) => measureLists(url, size, isBrief ? 1 : rounds * REPEATS));
}

async function measureLists(url: string, { branches, days }: typeof SIZE, times: number): Promise<string> {
  const rows: string[] = [];
  for (const [reach, user, narrowed] of REACHES) {
    const session = await openSession(url, user);
    for (const [action, search] of LISTS) {
      const fields = [session, action, JSON.stringify({ ...search, ...narrowed }), `{"limit":${LISTED}}`];
      const ms = await medianMs(url, 'flashaudit_a.php', fields, times);
      rows.push(`| ${action} ${JSON.stringify(search)} | ${reach} | ${ms.toFixed(1)} |`);
    }
  }
  return [
    `${measuredHere()} ${(branches * days).toLocaleString('en')} flash audits of ${branches} branches, ten lines each, ${LISTED} rows a page.`,
    '',
    '| list | reach | p50 ms |',
    '| --- | --- | ---: |',
    ...rows,
  ].join('\n');
}
