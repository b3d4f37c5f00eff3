/** Searches in 100,000 documents of the library, over HTTP from one client: of head office and of one branch. */
import type pg from 'pg';
import { growLibrary } from '#tools/testing/library.ts';
import { medianMs, onGrown, openSession } from './grown.ts';
import { measuredHere, type Duration } from './page.ts';

const DOCUMENTS = 100_000;
const BRIEF_DOCUMENTS = 100;
const LISTED = 50;
const REPEATS = 40;

/** The branch manager works in one of the branches that the documents are spread over. */
const AT_A_BRANCH = `update access.account set entity = (select srno from masters.entity where id = 'Z1') where user_id = 'bm.mum'`;
const REACH = `insert into access.account_branch (account, branch, allowed)
  select a.srno, e.srno, true from access.account a, masters.entity e where a.user_id = 'bm.mum' and e.id = 'Z1'
  on conflict do nothing`;

const SEARCHES = [
  ['no word', ''],
  ['a word of all names', 'circular'],
  ['a word of one file in five', 'annexure'],
  ['a word of all files', 'currency'],
  ['a word of none', 'zzyzx'],
] as const;
const REACHES = [
  ['head office', 'admin'],
  ['one branch', 'bm.mum'],
] as const;

export function benchLibrary({ rounds, isBrief }: Duration): Promise<string> {
  const documents = isBrief ? BRIEF_DOCUMENTS : DOCUMENTS;
  const times = isBrief ? 1 : rounds * REPEATS;
  const grow = async (admin: pg.Client) => {
    await growLibrary(admin, documents);
    await admin.query(AT_A_BRANCH);
    await admin.query(REACH);
  };
  return onGrown(grow, async (url) => {
    const rows: string[] = [];
    for (const [reach, user] of REACHES) {
      const session = await openSession(url, user);
      for (const [name, q] of SEARCHES) {
        const page = JSON.stringify(q === '' ? { limit: LISTED } : { limit: LISTED, q });
        const fields = [session, 'getdocs', '{"searchperiod":"ALL","mode":"V"}', page];
        const ms = await medianMs(url, 'guideline_a.php', fields, times);
        rows.push(`| ${name} | ${reach} | ${ms.toFixed(1)} |`);
      }
    }
    return [
      `${measuredHere()} ${documents.toLocaleString('en')} documents of ten branches and of all, ${LISTED} rows a page.`,
      '',
      '| search | reach | p50 ms (aim 30) |',
      '| --- | --- | ---: |',
      ...rows,
    ].join('\n');
  });
}
