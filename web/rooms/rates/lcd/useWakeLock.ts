import { useEffect } from 'react';

/** Keeps the screen on while the page is in view, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let isLeft = false;
    let lock: WakeLockSentinel | null = null;

    async function hold(): Promise<void> {
      // A page without TLS has no wake lock, whatever the types say.
      if (document.hidden || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isLeft) await lock.release();
      } catch {
        // A machine short of battery may refuse; the display works all the same.
      }
    }
    // The browser lets go whenever the page is hidden.
    const onVisibility = () => void hold();

    void hold();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', onVisibility);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
