import { IconCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { RequestDetail } from '#contract/requests/requests.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { deskText } from '#web/texts/desk.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { FLAG_OF, stateOf } from '../state.ts';
import styles from './Detail.module.css';
import { momentOf } from './Facts.tsx';

const { approve: text, request } = deskText;
type Detail = RequestDetail['detail'];

/** The last two wait for the same step and not for each other. */
const STAGES: readonly (readonly Level[])[] = [['BM'], ['ZM'], ['CM', 'FM']];

interface StepperProps {
  detail: Detail;
  /** The steps that the user approves. */
  levels: readonly Level[];
  onApprove: (level: Level) => void;
}

/** How far the approvals have come: who and when, or why not yet. */
export function Stepper({ detail, levels, onApprove }: StepperProps) {
  return (
    <section className={styles.part} aria-label={request.approvals}>
      <h2>{request.approvals}</h2>
      <ol className={styles.stages}>
        {STAGES.map((stage) => (
          <li key={stage.join()} className={styles.stage}>
            {stage.map((level) => (
              <Step
                key={level}
                level={level}
                detail={detail}
                isMine={levels.includes(level)}
                onApprove={onApprove}
              />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface StepProps extends Pick<StepperProps, 'detail' | 'onApprove'> {
  level: Level;
  isMine: boolean;
}

function Step({ level, detail, isMine, onApprove }: StepProps) {
  const isDone = detail[FLAG_OF[level]] === 1;
  const due = isDue(level, stateOf(detail));
  const { by, at } = detail.approvals[level];
  const can = detail.can[level];
  const Icon = isDone ? IconCircleCheck : due.ok ? IconClock : IconCircle;
  return (
    <div className={styles.step} data-step={isDone ? 'done' : due.ok ? 'due' : 'later'}>
      <Icon size={18} stroke={2} aria-hidden />
      <div>
        <p className={styles.stepName}>
          {text.step[level]} <span className={styles.quiet}>{level}</span>
        </p>
        <p className={styles.stepText}>
          {isDone ? request.by(by, momentOf(at)) : due.ok ? request.dueNow : `${request.notYet}. ${due.why}`}
        </p>
        {isMine && !isDone ? (
          <div className="no-print">
            <ActionButton
              size="xs"
              onPress={() => onApprove(level)}
              disabledBecause={can.ok ? undefined : can.why}
            >
              {text.confirm(level)}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </div>
  );
}
