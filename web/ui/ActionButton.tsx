import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
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
  const { working, run } = useSingleRun(onPress);
  const button = (
    <Button
      {...props}
      type="button"
      loading={busy || working}
      data-disabled={disabledBecause !== undefined}
      aria-disabled={disabledBecause !== undefined}
      onClick={disabledBecause ? undefined : run}
    />
  );
  if (!disabledBecause) return button;
  return (
    <Tooltip label={disabledBecause} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
}
