import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { JobRow } from '#contract/access/jobs.ts';
import { jobReason } from '#domain/access/job.ts';
import { formatDateTime } from '#domain/dates.ts';
import { jobsText } from '#web/texts/jobs.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import styles from './Jobs.module.css';
import { meaningOf } from './meaning.ts';

const { open: text } = jobsText;
const atMoment = (iso: string) => formatDateTime(Date.parse(iso));

interface JobEntryProps {
  job: JobRow;
  /** Whether the job has left the queue since it was opened. */
  isGone: boolean;
  mayChange: boolean;
  onRetry: () => Promise<unknown>;
  onDrop: () => Promise<unknown>;
  onClose: () => void;
}

/** One job: its state, the reason of its failure, and the available actions. */
export function JobEntry({ job, isGone, mayChange, onRetry, onDrop, onClose }: JobEntryProps) {
  const [isDropping, setDropping] = useState(false);
  const isFailed = job.state === 'failed';
  const canRetry = mayChange && !isGone && job.state !== 'running';
  return (
    <Dialog opened onClose={onClose} title={text.title(jobsText.taskName(job.task), job.id)} width="lg">
      {isGone ? (
        <Notice meaning="done" live>
          {text.gone}
        </Notice>
      ) : (
        <JobState job={job} />
      )}
      {canRetry ? (
        <Group justify="flex-end" gap={8} mt={16}>
          {isFailed ? (
            <Button variant="default" onClick={() => setDropping(true)}>
              {text.drop}
            </Button>
          ) : null}
          <ActionButton onPress={onRetry}>{text.retry}</ActionButton>
        </Group>
      ) : null}
      <ConfirmModal
        opened={isDropping}
        title={text.dropTitle}
        confirm={text.drop}
        danger
        onConfirm={onDrop}
        onClose={() => setDropping(false)}
      >
        {text.dropText}
      </ConfirmModal>
    </Dialog>
  );
}

function JobState({ job }: { job: JobRow }) {
  const isFailed = job.state === 'failed';
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{jobsText.state}</dt>
          <dd>
            <StatusBadge meaning={meaningOf(job.state)}>{jobsText.states[job.state]}</StatusBadge>
          </dd>
        </div>
        <Fact name={jobsText.tries} value={jobsText.triesOf(job.attempts, job.maxAttempts)} />
        <Fact name={jobsText.created} value={atMoment(job.created)} />
        {job.state === 'waiting' ? <Fact name={text.nextTry} value={atMoment(job.runAt)} /> : null}
        {job.since === '' ? null : <Fact name={text.since} value={atMoment(job.since)} />}
      </dl>
      {job.error === '' ? null : (
        <>
          <Notice meaning={isFailed ? 'refused' : 'waiting'}>
            {jobsText.reasons[jobReason(job.error)]}
            {job.state === 'running' ? '' : ` ${isFailed ? text.over : text.again}`}
          </Notice>
          <h2 className={styles.errorTitle}>{text.error}</h2>
          <pre className={styles.error} tabIndex={0} role="group" aria-label={text.error}>
            {job.error}
          </pre>
        </>
      )}
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
