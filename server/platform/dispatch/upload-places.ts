import { busyUploads } from './problems.ts';

export interface UploadLimits {
  /** Of a user, or of a key of a page without sign-in. */
  readonly perSender: number;
  readonly total: number;
}

/**
 * Bounds the uploads under way, because each holds temporary space until its end. The newest is refused and none is
 * ended, so that what was begun arrives.
 */
export class UploadPlaces {
  readonly #limits: UploadLimits;
  readonly #bySender = new Map<string, number>();
  #taken = 0;

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place and returns the function that gives it back. Throws if the sender or the process has none left. */
  take(sender: string): () => void {
    const own = this.#bySender.get(sender) ?? 0;
    const { perSender, total } = this.#limits;
    if (own >= perSender) throw busyUploads(perSender);
    if (this.#taken >= total) throw busyUploads(null);
    this.#bySender.set(sender, own + 1);
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
      const left = (this.#bySender.get(sender) ?? 1) - 1;
      if (left > 0) this.#bySender.set(sender, left);
      else this.#bySender.delete(sender);
    };
  }
}
