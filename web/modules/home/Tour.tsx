import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { tourText as text } from '#web/texts/tour.ts';
import { Section } from './Section.tsx';
import styles from './Tour.module.css';

export interface TourStep {
  readonly id: string;
  readonly text: string;
  /** The screen; undefined if the step is only read about. */
  readonly href: string | undefined;
  /** Its help page. */
  readonly page: string;
  readonly isDone: boolean;
}

interface TourProps {
  steps: readonly TourStep[];
  onDo: (id: string) => void;
  onRead: (step: TourStep) => void;
  onHide: () => void;
}

/** The first steps of a new user. They stand beside the work and never over it. */
export function Tour({ steps, onDo, onRead, onHide }: TourProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={text.title}
      count={text.count(done, steps.length)}
      more={
        <Button variant="subtle" size="compact-sm" aria-label={text.hideLabel} onClick={onHide}>
          {text.hide}
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id} className={styles.step}>
            {step.isDone ? (
              <IconCircleCheck size={16} className={styles.done} aria-label={text.done} />
            ) : (
              <IconCircle size={16} className={styles.open} aria-hidden />
            )}
            <StepText step={step} onDo={onDo} onRead={onRead} />
            {step.href === undefined ? null : (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-label={text.help(step.text)}
                onClick={() => onRead(step)}
              >
                {text.read}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function StepText({ step, onDo, onRead }: { step: TourStep } & Pick<TourProps, 'onDo' | 'onRead'>) {
  if (step.href !== undefined)
    return (
      <Link to={step.href} className={styles.text} onClick={() => onDo(step.id)}>
        {step.text}
      </Link>
    );
  return (
    <button
      type="button"
      className={styles.text}
      onClick={() => {
        onDo(step.id);
        onRead(step);
      }}
    >
      {step.text}
    </button>
  );
}
