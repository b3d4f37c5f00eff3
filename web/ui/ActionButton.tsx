import { Button, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';
import styles from './ActionButton.module.css';
import { useSingleRun } from './useSingleRun.ts';

interface ActionButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  children: ReactNode;
  /** Work that may take time: the button shows progress and cannot be pressed again until it is over. */
  onPress: () => void | Promise<unknown>;
  /** Why it cannot be pressed now; the reason is shown and read out, and the button keeps its place in the tab order. */
  disabledBecause?: string | undefined;
  /** Progress that the caller knows of, such as a save begun by a key. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that cannot be pressed twice and says why when it cannot be pressed at all. */
export function ActionButton({ onPress, disabledBecause, busy = false, ...props }: ActionButtonProps) {
  const reasonId = useId();
  const { working, run } = useSingleRun(onPress);
  if (!disabledBecause) return <Button {...props} type="button" loading={busy || working} onClick={run} />;
  // A tooltip of plain CSS: the floating kind would cost the sign-in page a tenth of its weight.
  return (
    <span className={styles.disabled}>
      <Button {...props} type="button" data-disabled aria-disabled aria-describedby={reasonId} />
      <span id={reasonId} role="tooltip" className={styles.reason}>
        {disabledBecause}
      </span>
    </span>
  );
}
