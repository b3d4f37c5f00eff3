export interface BreakerOptions {
  /** The failures in a row after which nothing is tried. */
  readonly failures: number;
  /** How long nothing is tried then. */
  readonly restMs: number;
}

/**
 * Spares callers the wait for a service that has just failed several times. After a rest one caller at a time may try it;
 * the first success lets everybody in again.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #restsUntil = 0;
  #isTrying = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get #isOpen(): boolean {
    return this.#failures >= this.#options.failures;
  }

  /** Whether the service may be tried now. Whoever gets true must call one of the other functions once. */
  enter(): boolean {
    if (!this.#isOpen) return true;
    if (this.#isTrying || performance.now() < this.#restsUntil) return false;
    this.#isTrying = true;
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  fail(): void {
    this.#failures += 1;
    this.#isTrying = false;
    if (this.#isOpen) this.#restsUntil = performance.now() + this.#options.restMs;
  }

  /** The try told nothing about the service. */
  leave(): void {
    this.#isTrying = false;
  }
}
