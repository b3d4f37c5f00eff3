import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { jobCounts, jobList } from '#contract/access/jobs.ts';
import type { JobState } from '#domain/access/job.ts';
import { call } from '#web/app/call.ts';

const KEY = 'jobs';
/** While something waits or runs, the screen looks again so often. */
const LOOK_EVERY_MS = 3_000;

export interface JobFilter {
  readonly state: JobState | null;
  readonly task: string | null;
}

/** What is in the queue, followed while it moves. */
export function useJobs({ state, task }: JobFilter) {
  const client = useQueryClient();
  const counts = useQuery({
    queryKey: [KEY, 'counts'],
    queryFn: async ({ signal }) => (await call(jobCounts, {}, { signal })).reply,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ jc_waiting, jc_running }) => jc_waiting + jc_running > 0) && LOOK_EVERY_MS,
  });
  const list = useInfiniteQuery({
    queryKey: [KEY, 'list', state, task],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const search = {
        state: state ?? ('all' as const),
        ...(task === null ? {} : { task }),
        ...(pageParam === null ? {} : { after: pageParam }),
      };
      return call(jobList, { search }, { signal });
    },
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  // The list follows the counts, so that it is looked at once more after the last job has come to rest.
  const { refetch, dataUpdatedAt: listedAt } = list;
  const { dataUpdatedAt: countedAt } = counts;
  useEffect(() => {
    if (countedAt > listedAt) void refetch();
  }, [countedAt, listedAt, refetch]);
  const rows = useMemo(() => list.data?.pages.flatMap(({ reply }) => reply), [list.data]);
  return { counts: counts.data, list, rows, refresh: () => client.invalidateQueries({ queryKey: [KEY] }) };
}
