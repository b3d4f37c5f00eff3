/** Wakes the one who waits for it. Rings while nobody waits are kept as a single one. */
export class Bell {
  #isRung = false;
  #wake = () => {};

  /** The end of the work rings as well, so that a loop can look whether it is over. */
  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', this.ring, { once: true });
    if (signal.aborted) this.ring();
  }

  readonly ring = (): void => {
    this.#isRung = true;
    this.#wake();
  };

  /** Returns when it has rung since the last time, or after so long. */
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
