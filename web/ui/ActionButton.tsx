import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';

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

/** Runs an action at most once at a time, however often it is asked. */
export function useSingleRun(action: () => void | Promise<unknown>) {
  const [working, setWorking] = useState(false);
  const running = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  async function run(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setWorking(true);
    try {
      await action();
    } finally {
      running.current = false;
      if (mounted.current) setWorking(false);
    }
  }
  return { working, run: () => void run() };
}
