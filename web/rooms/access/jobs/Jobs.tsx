import { useCallback, useState } from 'react';
import { jobDrop, jobRetry, type JobRow } from '#contract/access/jobs.ts';
import type { ArgsOf } from '#contract/define.ts';
import { JOB_STATES, jobReason } from '#domain/access/job.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call, newIdempotencyKey } from '#web/app/call.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { useScreenRights } from '#web/app/rights.ts';
import { jobsText } from '#web/texts/jobs.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { JobCounts } from './JobCounts.tsx';
import { JobEntry } from './JobEntry.tsx';
import styles from './Jobs.module.css';
import { meaningOf } from './meaning.ts';
import { useJobs } from './useJobs.ts';
import { useJobsAddress } from './useJobsAddress.ts';

const columns: readonly Column<JobRow>[] = [
  { id: 'id', header: jobsText.number, value: (row) => String(row.jb_id), width: 72, hideable: false },
  { id: 'task', header: jobsText.task, value: (row) => jobsText.taskName(row.jb_task), width: 184 },
  {
    id: 'state',
    header: jobsText.state,
    value: (row) => jobsText.states[row.jb_state],
    cell: (row) => (
      <StatusBadge meaning={meaningOf(row.jb_state)}>{jobsText.states[row.jb_state]}</StatusBadge>
    ),
    width: 104,
  },
  {
    id: 'why',
    header: jobsText.why,
    value: (row) => jobsText.reasons[jobReason(row.jb_error)],
    width: 360,
  },
  {
    id: 'tries',
    header: jobsText.tries,
    value: (row) => jobsText.triesOf(row.jb_attempts, row.jb_maxattempts),
    width: 80,
  },
  { id: 'due', header: jobsText.due, value: (row) => formatDateTime(Date.parse(row.jb_runat)), width: 152 },
  {
    id: 'created',
    header: jobsText.created,
    value: (row) => formatDateTime(Date.parse(row.jb_created)),
    width: 152,
  },
];

const stateChoices = JOB_STATES.map((value) => ({ value, label: jobsText.states[value] }));

/** Work in the background: what waits, runs or has failed, and another try for it. */
export function JobsScreen() {
  const { filter, setFilter } = useJobsAddress();
  const { counts, list, rows, refresh } = useJobs(filter);
  const { data: rights } = useScreenRights('JOBS');
  const [opened, setOpened] = useState<JobRow | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [modal, showMessage] = useMessage();
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
      if (!(error instanceof SessionEndedError)) showMessage(messageOf(error));
    }
    await refresh();
  }

  const { fetchNextPage } = list;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const current = rows?.find(({ jb_id }) => jb_id === opened?.jb_id);
  const isFiltered = filter.state !== null || filter.task !== null;
  return (
    <>
      <PageHeader title={jobsText.title} detail={jobsText.detail} />
      <JobCounts
        counts={counts ?? []}
        onRetry={mayChange ? (task) => act(jobRetry, { which: { task } }) : undefined}
      />
      {done === null ? null : (
        <Notice meaning="done" live>
          {done}
        </Notice>
      )}
      <search aria-label={jobsText.search} className={`${styles.search} no-print`}>
        <SelectField
          label={jobsText.state}
          choices={stateChoices}
          value={filter.state}
          onChange={(state) => setFilter('state', state)}
        />
        <SelectField
          label={jobsText.task}
          choices={taskChoices(counts?.map(({ jc_task }) => jc_task) ?? [], filter.task)}
          value={filter.task}
          onChange={(task) => setFilter('task', task)}
        />
      </search>
      <DataTable
        tableId="jobs"
        label={jobsText.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.jb_id)}
        onOpen={setOpened}
        hasMore={list.hasNextPage}
        loadingMore={list.isFetchingNextPage}
        onMore={onMore}
        error={list.error === null ? undefined : messageOf(list.error)}
        onRetry={() => void refresh()}
        empty={
          isFiltered
            ? { title: jobsText.empty, text: jobsText.emptyText }
            : { title: jobsText.idle, text: jobsText.idleText }
        }
        maxHeight="calc(100dvh - 340px)"
      />
      {opened === null ? null : (
        <JobEntry
          job={current ?? opened}
          isGone={current === undefined}
          mayChange={mayChange}
          onRetry={() => act(jobRetry, { which: { ids: [opened.jb_id] } })}
          onDrop={() => act(jobDrop, { which: { ids: [opened.jb_id] } })}
          onClose={() => setOpened(null)}
        />
      )}
      {modal}
    </>
  );
}

const taskChoices = (tasks: readonly string[], chosen: string | null) =>
  [...new Set(chosen === null ? tasks : [...tasks, chosen])].map((task) => ({
    value: task,
    label: jobsText.taskName(task),
  }));
