import { IconCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { deskText } from '#web/texts/desk.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { momentOf } from '#web/ui/when.ts';
import { FLAG_OF, stateOf } from '../state.ts';
import styles from './Detail.module.css';
import { stagesAfter } from './lastSteps.ts';

const { approve: text } = deskText;
const { request, delivery } = requestDetailText;
type Detail = RequestDetail['detail'];

/** The last two steps wait for the same step and not for each other. */
const STAGES: readonly (readonly Level[])[] = [['BM'], ['ZM'], ['CM', 'FM']];

interface StepperProps {
  request: RequestDetail;
  /** The steps that the user may approve. */
  levels: readonly Level[];
  onApprove: (level: Level) => void;
}

/** The progress of a request: who approved and when, or why not yet, and the following steps. */
export function Stepper({ request: shown, levels, onApprove }: StepperProps) {
  const { detail } = shown;
  return (
    <section className={styles.part} aria-label={request.approvals}>
      <h2 className={styles.stagesHead}>{request.approvals}</h2>
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
        {stagesAfter(shown).map((stage) => (
          <li key={stage.name} className={styles.stage}>
            <LaterStep {...stage} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface StepProps extends Pick<StepperProps, 'onApprove'> {
  detail: Detail;
  level: Level;
  isMine: boolean;
}

function Step({ level, detail, isMine, onApprove }: StepProps) {
  const isDone = detail[FLAG_OF[level]];
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
              variant="default"
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

/** A step after the approvals. */
function LaterStep({ name, isDone, isNext, by }: ReturnType<typeof stagesAfter>[number]) {
  const done = by === undefined ? delivery.yes : request.by(by.by, momentOf(by.at));
  const Icon = isDone ? IconCircleCheck : isNext ? IconClock : IconCircle;
  return (
    <div className={styles.step} data-step={isDone ? 'done' : isNext ? 'due' : 'later'}>
      <Icon size={18} stroke={2} aria-hidden />
      <div>
        <p className={styles.stepName}>{name}</p>
        <p className={styles.stepText}>{isDone ? done : isNext ? delivery.next : delivery.later}</p>
      </div>
    </div>
  );
}
