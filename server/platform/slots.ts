/** A limit that a slot counts against: the owner of the slots and the maximum number taken at once. */
export interface SlotLimit {
  readonly owner: string;
  readonly most: number;
}

interface Slot {
  readonly end: () => void;
  readonly release: () => void;
}

/**
 * Limits how many slots each owner can hold at once. The newest always gets its slot, and the oldest of an owner with
 * too many is ended, so that slots left by a lost connection never lock their owner out.
 */
export class Slots {
  readonly #taken = new Map<string, Set<Slot>>();

  /**
   * Takes a slot under every limit. `end` is called when a newer one needs the place. The returned function releases
   * the slot.
   */
  take(limits: readonly SlotLimit[], end: () => void): () => void {
    const slot: Slot = {
      end,
      release: () => {
        for (const { owner } of limits) {
          const mine = this.#taken.get(owner);
          if (mine?.delete(slot) === true && mine.size === 0) this.#taken.delete(owner);
        }
      },
    };
    for (const { owner, most } of limits) {
      const mine = this.#taken.get(owner) ?? new Set();
      this.#taken.set(owner, mine.add(slot));
      if (mine.size <= most) continue;
      const [oldest] = mine;
      oldest?.release();
      oldest?.end();
    }
    return slot.release;
  }

  countOf(owner: string): number {
    return this.#taken.get(owner)?.size ?? 0;
  }
}
