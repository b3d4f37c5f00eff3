import type { JobCounts as Counts } from '#contract/access/jobs.ts';
import { JOB_STATES } from '#domain/access/job.ts';
import { jobsText } from '#web/texts/jobs.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import styles from './Jobs.module.css';
import { meaningOf } from './meaning.ts';

interface JobCountsProps {
  counts: readonly Counts[];
  /** Omitted if the user may only view. */
  onRetry?: ((task: string) => Promise<unknown>) | undefined;
}

/** The number of waiting, running and failed jobs of each task. */
export function JobCounts({ counts, onRetry }: JobCountsProps) {
  if (counts.length === 0) return null;
  return (
    <ul className={styles.counts} aria-label={jobsText.counts}>
      {counts.map(({ task, ...numbers }) => (
        <li key={task} className={styles.task}>
          <span className={styles.name}>{jobsText.taskName(task)}</span>
          {JOB_STATES.map((state) => {
            const count = numbers[state];
            return count === 0 ? null : (
              <StatusBadge key={state} meaning={meaningOf(state)}>
                {jobsText.count(count, state)}
              </StatusBadge>
            );
          })}
          {numbers.failed === 0 || onRetry === undefined ? null : (
            <ActionButton
              variant="default"
              size="xs"
              aria-label={jobsText.retryAllOf(jobsText.taskName(task))}
              onPress={() => onRetry(task)}
            >
              {jobsText.retryAll}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}
