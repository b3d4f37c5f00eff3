import { useEffect, useRef, useState } from 'react';

/** Runs an action at most once at a time, however often it is triggered. */
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
