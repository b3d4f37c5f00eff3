import { jobCounts, jobDrop, jobList, jobRetry } from '#contract/access/jobs.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, Refusal } from '#server/platform/dispatch/problems.ts';
import { dropJobs, jobCountsOf, jobPage, retryJobs } from './job.sql.ts';

/** Jobs belong to no branch, so only head office sees them. */
function refuseOthers({ entity }: Caller): void {
  if (entity.type !== 'A') throw notAllowed();
}

const jobs = (count: number) => (count === 1 ? '1 job' : `${count} jobs`);

export const jobHandlers: readonly Bound[] = [
  handle(jobList, async ({ db, caller }, { search }) => {
    refuseOthers(caller);
    const { body, next } = await jobPage(db.read, search ?? {});
    return Reply.json(body, { next });
  }),

  handle(jobCounts, async ({ db, caller }) => {
    refuseOthers(caller);
    return Reply.json((await jobCountsOf(db.read)).body);
  }),

  handle(jobRetry, async ({ tx, caller }, { which }) => {
    refuseOthers(caller);
    const { count } = await retryJobs(tx, which);
    if (count === 0) throw new Refusal('There is nothing left to try again: it runs, or it is done.');
    return { err: '', msg: `${jobs(count)} will be tried now.`, count };
  }),

  handle(jobDrop, async ({ tx, caller }, { which: { ids } }) => {
    refuseOthers(caller);
    const { count } = await dropJobs(tx, ids);
    if (count === 0) throw new Refusal('Only a job that has failed can be dropped.');
    return { err: '', msg: `${jobs(count)} dropped.`, count };
  }),
];
