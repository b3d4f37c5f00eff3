import { JOB_STATES } from '#domain/access/job.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import type { JobFilter } from './useJobs.ts';

/** The search lives in the address: it survives a reload and can be sent to someone. */
export function useJobsAddress() {
  const { params, change } = useAddress();
  const task = params.get('task')?.trim() ?? '';
  const filter: JobFilter = {
    state: JOB_STATES.find((state) => state === params.get('state')) ?? null,
    task: task === '' ? null : task,
  };
  const setFilter = (name: keyof JobFilter, value: string | null) =>
    change({ [name]: value }, { replace: true });
  return { filter, setFilter };
}
