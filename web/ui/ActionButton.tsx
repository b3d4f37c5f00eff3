import { Button, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useId, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import styles from './ActionButton.module.css';
import { useSingleRun } from './useSingleRun.ts';

interface ActionButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  children: ReactNode;
  /** May return a promise: the button shows progress and cannot be pressed again until the promise settles. */
  onPress: () => void | Promise<unknown>;
  /** The reason why the button is disabled. It is shown and read out, and the button stays in the tab order. */
  disabledBecause?: string | undefined;
  /** Progress that the caller reports, such as a save started by a key. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows progress is disabled and loses the focus, so it gets the focus back when the progress ends. */
function useKeptFocus(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isBusy) {
      hadFocus.current = document.activeElement === button.current;
      return;
    }
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
    hadFocus.current = false;
  }, [isBusy]);
  return button;
}

/** A button that cannot be pressed twice and that shows the reason while it is disabled. */
export function ActionButton({ onPress, disabledBecause, busy = false, ref, ...props }: ActionButtonProps) {
  const { working, run } = useSingleRun(onPress);
  const button = useKeptFocus(busy || working);
  const refs = useMergedRef(button, ref);
  if (!disabledBecause)
    return <Button {...props} ref={refs} type="button" loading={busy || working} onClick={run} />;
  return (
    <WithReason reason={disabledBecause}>
      {(disabled) => <Button {...props} {...disabled} ref={refs} type="button" />}
    </WithReason>
  );
}

interface WithReasonProps {
  reason: string | undefined;
  /** Gets the properties of a disabled button, or null while it is enabled. */
  children: (
    disabled: { 'data-disabled': true; 'aria-disabled': true; 'aria-describedby': string } | null,
  ) => ReactNode;
}

/** A button with the reason why it is disabled. */
export function WithReason({ reason, children }: WithReasonProps) {
  const reasonId = useId();
  if (reason === undefined) return children(null);
  // The tooltip is plain CSS: Mantine's floating tooltip would add a tenth to the size of the sign-in page.
  return (
    <span className={styles.disabled}>
      {children({ 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonId })}
      <span id={reasonId} role="tooltip" className={styles.reason}>
        {reason}
      </span>
    </span>
  );
}
