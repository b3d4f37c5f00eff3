import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { jobCounts, jobList } from '#contract/access/jobs.ts';
import { JOB_STATES } from '#domain/access/job.ts';
import type { FilterKinds, FilterValues } from '#web/patterns/list/filters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';

const KEY = 'jobs';
/** The polling interval while something waits or runs. */
const LOOK_EVERY_MS = 3_000;

export const JOB_FILTERS = {
  state: { kind: 'choice', values: JOB_STATES },
  task: { kind: 'choice' },
} as const satisfies FilterKinds;

/** The jobs in the queue, polled while they change. */
export function useJobs({ state, task }: FilterValues<typeof JOB_FILTERS>) {
  const client = useQueryClient();
  const counts = useQuery({
    queryKey: [KEY, 'counts'],
    queryFn: async ({ signal }) => (await call(jobCounts, {}, { signal })).reply,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ waiting, running }) => waiting + running > 0) && LOOK_EVERY_MS,
  });
  const list = useList({
    key: [KEY, 'list', state, task],
    fetchPage: ({ after }, signal) => {
      const search = {
        state: state === '' ? ('all' as const) : state,
        ...(task === '' ? {} : { task }),
        ...(after === undefined ? {} : { after }),
      };
      return call(jobList, { search }, { signal });
    },
    keepsPrevious: true,
  });
  // The list reloads after the counts, so that it loads once more after the last job has finished.
  const { refetch, dataUpdatedAt: listedAt } = list.query;
  const { dataUpdatedAt: countedAt } = counts;
  useEffect(() => {
    if (countedAt > listedAt) void refetch();
  }, [countedAt, listedAt, refetch]);
  return { counts: counts.data, ...list, refresh: () => client.invalidateQueries({ queryKey: [KEY] }) };
}
