import { DISCREPANCY_STATUSES } from '#domain/audit/codes.ts';
import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { FIRST_DAY, LAST_DAY } from '#server/platform/db/oldest-first.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { DiscrepancyQuery } from './discrepancies.sql.ts';

/** How many rows the list of discrepancies has, by flag and status. Each is counted over an index of the list. */

/** Parameters: the first and the last day, the branches; with audits also their days and their month. */
const SOURCES = {
  all: {
    from: 'audit.discrepancy d',
    isOf: '($3::integer[] is null or d.branch = any ($3))',
  },
  audit: {
    from: `audit.audit l join audit.discrepancy d on d.audit = l.srno`,
    isOf: `l.first_day between $4::date and $5::date and ($6::integer is null or l.month = $6)
      and ($3::integer[] is null or l.branch = any ($3))`,
  },
} as const;

function countStatement(source: keyof typeof SOURCES) {
  const { from, isOf } = SOURCES[source];
  const count = (flag: string, status: string) =>
    `(select count(*)::integer from (select from ${from}
      where d.flag = '${flag}' and d.status = '${status}' and d.removed_at is null
        and d.on_day between $1::date and $2::date and ${isOf} limit ${MOST_COUNTED}) as listed)`;
  const byStatus = (flag: string) =>
    `json_build_object(${DISCREPANCY_STATUSES.map((status) => `'${status}', ${count(flag, status)}`).join(', ')})`;
  return statement(
    `audit.discrepancy.count.${source}`,
    { body: 'text' },
    `select json_build_object('T', ${byStatus('T')}, 'M', ${byStatus('M')})::text as body`,
    // The index depends on whether there are branches and days, which a plan for every case cannot know.
    { isReplanned: true },
  );
}
const statements = { all: countStatement('all'), audit: countStatement('audit') };

/** The filters of the list, without type and status. */
type Within = Pick<DiscrepancyQuery, 'branch' | 'from' | 'to' | 'year' | 'month'>;

export function countListed(on: Executor, { branch, from, to, year, month }: Within, scope: Scope) {
  const branches = branch === null ? entitiesIn(scope) : [branch];
  const listed = [from ?? FIRST_DAY, to ?? LAST_DAY, branches];
  if (year === null && month === null) return on.one(statements.all, listed);
  const written = String(year).padStart(4, '0');
  const days = year === null ? [FIRST_DAY, LAST_DAY] : [`${written}-01-01`, `${written}-12-31`];
  return on.one(statements.audit, [...listed, ...days, month]);
}
