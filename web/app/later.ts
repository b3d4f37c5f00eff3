import { lazyPart } from '#web/ui/lazyPart.ts';
import { helpAsked } from './openHelp.ts';

/** A busy browser, such as that of a slow phone, may not be idle for minutes. */
const LONGEST_WAIT_MS = 2_000;

/** Calls back when the browser has nothing else to do. */
export function onIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  else setTimeout(run, 500);
}

/** Resolves when the page has loaded and has time, so that nothing here delays the first screen. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') onIdle(resolve);
    else addEventListener('load', () => onIdle(resolve), { once: true });
  });

// All parts come together. React asks for one after the other, and each would wait again.
let waited: Promise<void> | undefined;
const loadLater = async () => {
  await (waited ??= Promise.race([whenIdle(), helpAsked]));
  return import('./Connection.tsx');
};

export const Connection = lazyPart(loadLater, 'Connection');
export const Help = lazyPart(loadLater, 'Help');
export const StepUp = lazyPart(loadLater, 'StepUp');
