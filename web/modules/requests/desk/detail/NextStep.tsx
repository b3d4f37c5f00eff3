import type { ReactNode, Ref } from 'react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { meaningIcon } from '#web/ui/StatusBadge.tsx';
import styles from './NextStep.module.css';
import { nextStepOf } from './next.ts';

interface NextStepProps {
  request: RequestDetail;
  /** Takes the focus when an action has removed the focused button. */
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** What comes next with a request and who does it, above the steps. */
export function NextStep({ request, ref, children }: NextStepProps) {
  const { meaning, title, detail } = nextStepOf(request);
  const Icon = meaningIcon[meaning];
  return (
    <div className={styles.card}>
      <div
        ref={ref}
        className={styles.next}
        tabIndex={-1}
        role="group"
        aria-label={requestDetailText.next.label}
      >
        <Icon size={20} stroke={2} data-meaning={meaning} aria-hidden />
        <div>
          <p className={styles.title}>{title}</p>
          {detail === '' ? null : <p className={styles.detail}>{detail}</p>}
        </div>
      </div>
      {children}
    </div>
  );
}
