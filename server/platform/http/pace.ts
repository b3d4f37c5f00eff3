/** The minimum that a client must send or read: a number of bytes in every window of a number of milliseconds. */
export interface PaceLimit {
  readonly windowMs: number;
  readonly bytes: number;
}

/** Measures one direction of a connection, window after window. */
export class Pace {
  #since: number | null = null;
  #bytes = 0;

  /** The client is not expected to do anything now; the next window begins when it is. */
  rest(): void {
    this.#since = null;
  }

  /**
   * Whether the client was too slow in a completed window. `total` is the number of bytes since the connection began.
   */
  isTooSlow(now: number, total: number, { windowMs, bytes }: PaceLimit): boolean {
    if (this.#since === null) this.#begin(now, total);
    else if (now - this.#since >= windowMs) {
      if (total - this.#bytes < bytes) return true;
      this.#begin(now, total);
    }
    return false;
  }

  #begin(now: number, total: number): void {
    this.#since = now;
    this.#bytes = total;
  }
}
