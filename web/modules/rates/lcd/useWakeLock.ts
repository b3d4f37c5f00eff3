import { useEffect } from 'react';

/** Keeps the screen on while the page is visible, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let isLeft = false;
    let lock: WakeLockSentinel | null = null;

    async function hold(): Promise<void> {
      // A page without TLS has no wake lock, although the type says otherwise.
      if (document.hidden || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isLeft) await lock.release();
      } catch {
        // The browser may refuse on low battery; the display works without the lock.
      }
    }
    // The browser releases the lock whenever the page is hidden.
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
