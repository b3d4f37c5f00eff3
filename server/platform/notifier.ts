/** Wakes the one waiter. Notifications while nobody waits count as a single one. */
export class Notifier {
  #isRung = false;
  #wake = () => {};

  /** The end of the work also notifies, so that a loop can check whether it is over. */
  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', this.notify, { once: true });
    if (signal.aborted) this.notify();
  }

  readonly notify = (): void => {
    this.#isRung = true;
    this.#wake();
  };

  /** Returns when there was a notification since the last call, or after the given time. */
  async wait(atMostMs?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.#isRung)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (atMostMs !== undefined) timer = setTimeout(resolve, atMostMs);
      });
    clearTimeout(timer);
    this.#isRung = false;
  }
}
