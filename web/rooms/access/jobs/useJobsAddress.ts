import { useSearchParams } from 'react-router';
import { JOB_STATES } from '#domain/access/job.ts';
import type { JobFilter } from './useJobs.ts';

/** The search lives in the address: it survives a reload and can be sent to someone. */
export function useJobsAddress() {
  const [params, setParams] = useSearchParams();
  const task = params.get('task')?.trim() ?? '';
  const filter: JobFilter = {
    state: JOB_STATES.find((state) => state === params.get('state')) ?? null,
    task: task === '' ? null : task,
  };
  const setFilter = (name: keyof JobFilter, value: string | null) =>
    setParams(
      (current) => {
        if (value === null || value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );
  return { filter, setFilter };
}
