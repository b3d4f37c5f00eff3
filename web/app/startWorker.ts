/** Registers the service worker of the build, and tells when a newer build than that of this page is ready. */

const CHANGED = 'newbuild';
const UPDATE_MS = 60 * 60_000;
let isNewer = false;

export const hasNewBuild = (): boolean => isNewer;

export function watchBuild(watcher: () => void): () => void {
  addEventListener(CHANGED, watcher);
  return () => removeEventListener(CHANGED, watcher);
}

const buildOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';

function onMessage({ data }: MessageEvent<{ readonly build?: string }>): void {
  if (data.build === undefined) return;
  isNewer = data.build !== buildOfPage();
  dispatchEvent(new Event(CHANGED));
}

export async function startWorker(): Promise<void> {
  // Neither exists without TLS, and a page in development has no build.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  // Held as long as the page is open, so that the worker keeps the files of its build.
  void navigator.locks.request(
    `bureau.build.${buildOfPage()}`,
    { mode: 'shared' },
    () => new Promise(() => {}),
  );
  navigator.serviceWorker.addEventListener('message', onMessage);
  const update = () =>
    void navigator.serviceWorker
      .getRegistration()
      .then((known) => known?.update())
      .catch(() => undefined);
  setInterval(update, UPDATE_MS);
  // A browser may forbid it, and everything works without.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
