import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** For `expect.poll`: long enough for a busy machine. The drills measure the actual times. */
export const SOON = { timeout: 60_000, interval: LOOK_EVERY_MS } as const;

/** Waits until the condition holds; throws after the time limit. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { withinMs }: { readonly withinMs: number },
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not happen in time');
    await sleep(LOOK_EVERY_MS);
  }
}
