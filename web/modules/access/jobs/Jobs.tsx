import { useState } from 'react';
import { jobDrop, jobRetry, type JobRow } from '#contract/access/jobs.ts';
import type { ArgsOf } from '#contract/define.ts';
import { JOB_STATES, jobReason } from '#domain/access/job.ts';
import { formatDateTime } from '#domain/dates.ts';
import { LiveFilters } from '#web/patterns/list/FilterBar.tsx';
import { FilteredList } from '#web/patterns/list/FilteredList.tsx';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { jobsText } from '#web/texts/jobs.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { JobCounts } from './JobCounts.tsx';
import { JobEntry } from './JobEntry.tsx';
import styles from './Jobs.module.css';
import { meaningOf } from './meaning.ts';
import { JOB_FILTERS, useJobs } from './useJobs.ts';

const columns: readonly Column<JobRow>[] = [
  { id: 'id', header: jobsText.number, value: (row) => String(row.id), width: 72, hideable: false },
  { id: 'task', header: jobsText.task, value: (row) => jobsText.taskName(row.task), width: 184 },
  {
    id: 'state',
    header: jobsText.state,
    value: (row) => jobsText.states[row.state],
    cell: (row) => <StatusBadge meaning={meaningOf(row.state)}>{jobsText.states[row.state]}</StatusBadge>,
    width: 104,
  },
  {
    id: 'why',
    header: jobsText.why,
    value: (row) => jobsText.reasons[jobReason(row.error)],
    width: 360,
  },
  {
    id: 'tries',
    header: jobsText.tries,
    value: (row) => jobsText.triesOf(row.attempts, row.maxAttempts),
    width: 80,
  },
  {
    id: 'due',
    header: jobsText.due,
    value: (row) => (row.state === 'waiting' ? formatDateTime(Date.parse(row.runAt)) : ''),
    width: 176,
  },
  {
    id: 'created',
    header: jobsText.created,
    value: (row) => formatDateTime(Date.parse(row.created)),
    width: 176,
  },
];

const stateChoices = JOB_STATES.map((value) => ({ value, label: jobsText.states[value] }));

/** Background jobs: waiting, running and failed ones, with a retry. */
export function JobsScreen() {
  const filters = useFilters(JOB_FILTERS);
  const { counts, rows, table, refresh } = useJobs(filters.values);
  const { data: rights } = useScreenRights('JOBS');
  const [opened, setOpened] = useState<JobRow | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [modal, showProblem] = useProblem();
  const mayChange = rights?.edit === true;

  async function act<C extends typeof jobRetry | typeof jobDrop>(
    declared: C,
    args: ArgsOf<C>,
  ): Promise<void> {
    setDone(null);
    try {
      const { reply } = await call(declared, args, { idempotencyKey: newIdempotencyKey() });
      setDone(reply.msg);
      setOpened(null);
    } catch (error) {
      showProblem(error);
    }
    await refresh();
  }

  const current = rows?.find(({ id }) => id === opened?.id);
  return (
    <>
      <FilteredList
        id="jobs"
        title={jobsText.title}
        detail={jobsText.detail}
        above={
          <>
            <JobCounts
              counts={counts ?? []}
              onRetry={mayChange ? (task) => act(jobRetry, { which: { task } }) : undefined}
            />
            {done === null ? null : (
              <Notice meaning="done" live>
                {done}
              </Notice>
            )}
          </>
        }
        filters={
          <LiveFilters filters={filters} label={jobsText.search} className={styles.search}>
            {(field) => (
              <>
                <SelectField label={jobsText.state} choices={stateChoices} {...field('state')} />
                <SelectField
                  label={jobsText.task}
                  choices={taskChoices(counts?.map(({ task }) => task) ?? [], filters.values.task)}
                  {...field('task')}
                />
              </>
            )}
          </LiveFilters>
        }
        table={{ ...table, onRetry: () => void refresh() }}
        columns={columns}
        rowKey={(row) => String(row.id)}
        onOpen={setOpened}
        empty={
          filters.isInitial
            ? { title: jobsText.idle, text: jobsText.idleText }
            : { title: jobsText.empty, text: jobsText.emptyText }
        }
        maxHeight="calc(100dvh - 340px)"
      />
      {opened === null ? null : (
        <JobEntry
          job={current ?? opened}
          isGone={current === undefined}
          mayChange={mayChange}
          onRetry={() => act(jobRetry, { which: { ids: [opened.id] } })}
          onDrop={() => act(jobDrop, { which: { ids: [opened.id] } })}
          onClose={() => setOpened(null)}
        />
      )}
      {modal}
    </>
  );
}

const taskChoices = (tasks: readonly string[], chosen: string) =>
  [...new Set(chosen === '' ? tasks : [...tasks, chosen])].map((task) => ({
    value: task,
    label: jobsText.taskName(task),
  }));
