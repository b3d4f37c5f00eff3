/** Everything opened so far. Each resource is registered at once, so that a failed start leaves nothing open. */
export class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly #onError: (error: unknown) => void;
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }
  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }
  /** Closes in reverse order. A failure does not keep the others open. */
  async closeAll(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop())
      await close().catch(this.#onError);
  }
}
