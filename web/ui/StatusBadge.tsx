import { IconAlertCircle, IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { uiText } from '#web/texts/ui.ts';
import styles from './StatusBadge.module.css';
import type { Meaning } from './theme.ts';

/** The icon of each meaning, so that no meaning depends on colour alone. */
export const meaningIcon = {
  waiting: IconClock,
  done: IconCircleCheck,
  refused: IconAlertCircle,
  info: IconInfoCircle,
} as const;

interface StatusBadgeProps {
  meaning: Meaning;
  /** The state in the words of the business; the default is the word of the meaning. */
  children?: string;
}

/** A state as colour, icon and word together. */
export function StatusBadge({ meaning, children }: StatusBadgeProps) {
  const Icon = meaningIcon[meaning];
  return (
    <span className={styles.badge} data-meaning={meaning}>
      <Icon size={14} stroke={2} aria-hidden />
      {children ?? uiText.meaning[meaning]}
    </span>
  );
}
