/**
 * Measures the turns of the event loop of this process by their processor time: as long as a turn takes, nobody else is
 * served. Other work of the machine does not count.
 */
export class TurnMeter {
  #isRunning = true;
  #longestMs = 0;
  #before = process.threadCpuUsage();

  constructor() {
    setImmediate(this.#turn);
  }

  /** The longest turn so far, in milliseconds. */
  stop(): number {
    this.#isRunning = false;
    return this.#longestMs;
  }

  readonly #turn = (): void => {
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#longestMs = Math.max(this.#longestMs, (user + system) / 1_000);
    this.#before = process.threadCpuUsage();
    if (this.#isRunning) setImmediate(this.#turn);
  };
}
