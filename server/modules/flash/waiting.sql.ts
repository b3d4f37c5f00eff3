import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { statement } from '#server/platform/db/statement.ts';
import { countByBranch } from '#server/platform/waiting-branches.ts';
import { DISCREPANCIES } from './present.ts';

/**
 * The type and the status of the discrepancies that wait for an answer, and of those that wait for a decision. Their page
 * lists one type at a time.
 */
const WAITING = {
  flashanswer: ['C', 'P'],
  flashanswertran: ['T', 'P'],
  flashdecide: ['C', 'R'],
  flashdecidetran: ['T', 'R'],
} as const;
type FlashWaiting = keyof typeof WAITING;

/** Counts over the partial indexes of the status, up to MOST_COUNTED. The condition is written like that of the indexes. */
function countStatement(waiting: FlashWaiting, reach: 'all' | 'branches') {
  const within = reach === 'all' ? '$1::integer[] is not null' : 'd.branch = share.branch';
  const [type, status] = WAITING[waiting];
  const { table, isThere } = DISCREPANCIES[type];
  return statement(
    `flash.waiting.${waiting}.${reach}`,
    { waiting: 'int4' },
    `select (select count(*)::integer from (
       select from ${table} d where d.status = 'D' and d.answer_status = '${status}' and d.is_open and ${isThere}
         and ${within} limit ${MOST_COUNTED}
     ) as queue) as waiting
     from unnest($1::integer[]) with ordinality as share (branch, n) order by n`,
  );
}
const counting = (waiting: FlashWaiting) =>
  countByBranch({ all: countStatement(waiting, 'all'), branches: countStatement(waiting, 'branches') });
/** Counts the discrepancies that wait, by branch. */
export const countWaiting = {
  flashanswer: counting('flashanswer'),
  flashanswertran: counting('flashanswertran'),
  flashdecide: counting('flashdecide'),
  flashdecidetran: counting('flashdecidetran'),
};

/** The status of the audits that are carried out, and of those in review. */
const AUDITS_IN = { flashopen: 'P', flashreview: 'R' } as const;

/** Counts over the indexes of the status, up to MOST_COUNTED. */
function auditStatement(waiting: keyof typeof AUDITS_IN, reach: 'all' | 'branches') {
  const within = reach === 'all' ? '$1::integer[] is not null' : 'a.branch = share.branch';
  return statement(
    `flash.waiting.${waiting}.${reach}`,
    { waiting: 'int4' },
    `select (select count(*)::integer from (
       select from flash.audit a where a.status = '${AUDITS_IN[waiting]}' and ${within} limit ${MOST_COUNTED}
     ) as queue) as waiting
     from unnest($1::integer[]) with ordinality as share (branch, n) order by n`,
  );
}
const countingAudits = (waiting: keyof typeof AUDITS_IN) =>
  countByBranch({ all: auditStatement(waiting, 'all'), branches: auditStatement(waiting, 'branches') });
/** Counts the audits that are not closed, by branch. */
export const countAudits = {
  flashopen: countingAudits('flashopen'),
  flashreview: countingAudits('flashreview'),
};
