import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { statement } from '#server/platform/db/statement.ts';
import { countByBranch } from '#server/platform/waiting-branches.ts';

/**
 * The flag and the status of the discrepancies that wait for an answer, and of those that wait for a decision. Their page
 * lists one flag at a time.
 */
const DISCREPANCIES = {
  answer: ['T', 'P'],
  answermaster: ['M', 'P'],
  decide: ['T', 'R'],
  decidemaster: ['M', 'R'],
} as const;
type Waiting = keyof typeof DISCREPANCIES;

/** Counts over the indexes of the list, up to MOST_COUNTED. */
function countStatement(waiting: Waiting, reach: 'all' | 'branches') {
  const within = reach === 'all' ? '$1::integer[] is not null' : 'd.branch = share.branch';
  const [flag, status] = DISCREPANCIES[waiting];
  return statement(
    `audit.waiting.${waiting}.${reach}`,
    { waiting: 'int4' },
    `select (select count(*)::integer from (
       select from audit.discrepancy d
       where d.flag = '${flag}' and d.status = '${status}' and d.removed_at is null and ${within}
       limit ${MOST_COUNTED}
     ) as queue) as waiting
     from unnest($1::integer[]) with ordinality as share (branch, n) order by n`,
  );
}
const counting = (waiting: Waiting) =>
  countByBranch({ all: countStatement(waiting, 'all'), branches: countStatement(waiting, 'branches') });
/** Counts the discrepancies that wait, by branch. */
export const countWaiting = {
  answer: counting('answer'),
  answermaster: counting('answermaster'),
  decide: counting('decide'),
  decidemaster: counting('decidemaster'),
};

/** The status of the audits that are carried out, and of those in review. */
const AUDITS_IN = { auditopen: 'P', auditreview: 'R' } as const;

/** Counts over the indexes of the status, up to MOST_COUNTED. */
function auditStatement(waiting: keyof typeof AUDITS_IN, reach: 'all' | 'branches') {
  const within = reach === 'all' ? '$1::integer[] is not null' : 'a.branch = share.branch';
  return statement(
    `audit.waiting.${waiting}.${reach}`,
    { waiting: 'int4' },
    `select (select count(*)::integer from (
       select from audit.audit a where a.status = '${AUDITS_IN[waiting]}' and ${within} limit ${MOST_COUNTED}
     ) as queue) as waiting
     from unnest($1::integer[]) with ordinality as share (branch, n) order by n`,
  );
}
const countingAudits = (waiting: keyof typeof AUDITS_IN) =>
  countByBranch({ all: auditStatement(waiting, 'all'), branches: auditStatement(waiting, 'branches') });
/** Counts the audits that are not closed, by branch. */
export const countAudits = {
  auditopen: countingAudits('auditopen'),
  auditreview: countingAudits('auditreview'),
};
