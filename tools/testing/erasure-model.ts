import fc from 'fast-check';

/**
 * What may become of one request and its customer's data, in plain TypeScript. It shares nothing with the product, so that both
 * would have to be wrong in the same way.
 */

/** How much of the total is paid when a request is made Final. The rest is left to a payment link. */
const PAID = ['nothing', 'part', 'whole'] as const;
/** None is a multiple of a rule, so that no result depends on the hour of the day. */
const PAUSES = [40, 200, 1_000, 2_000] as const;

export type Step =
  | { readonly does: 'draft'; readonly hasPan: boolean; readonly paid: (typeof PAID)[number] }
  | { readonly does: 'final'; readonly hasPan: boolean; readonly paid: (typeof PAID)[number] }
  | { readonly does: 'approve' | 'unlock' | 'hold' | 'lift' | 'erase' }
  | { readonly does: 'withdraw'; readonly hasNote: boolean }
  | { readonly does: 'wait'; readonly days: (typeof PAUSES)[number] };

const saveOf = <const Does extends 'draft' | 'final'>(does: Does) =>
  fc.record({ does: fc.constant(does), hasPan: fc.boolean(), paid: fc.constantFrom(...PAID) });
const plain = fc.record({
  does: fc.constantFrom('approve', 'unlock', 'hold', 'lift', 'erase'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: saveOf('final') },
  { weight: 3, arbitrary: saveOf('draft') },
  { weight: 6, arbitrary: plain },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('withdraw'), hasNote: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait'), days: fc.constantFrom(...PAUSES) }) },
);
const MAX_STEPS = 14;
/** A sequence begins with a save, because nothing else is possible without a request. */
export const sequences = fc
  .tuple(
    fc.oneof(saveOf('final'), saveOf('draft')),
    fc.array(step, { minLength: 4, maxLength: MAX_STEPS - 1 }),
  )
  .map(([first, rest]): readonly Step[] => [first, ...rest]);

const DEAL_DAYS = 1_826;
const DRAFT_DAYS = 180;

export class ModelRequest {
  /** Nothing happens to a request after its customer's data is erased. */
  isErased = false;
  /** Whether it was a deal once. */
  wasDeal = false;
  /** Whether an active hold has matched it once. */
  isHeld = false;
  #exists = false;
  #isFinal = false;
  #isPaidWhole = false;
  #isApproved = false;
  #isWithdrawn = false;
  #hasHold = false;
  #hasPan = false;
  #daysSinceChange = 0;

  get exists(): boolean {
    return this.#exists;
  }

  /** Takes a step, and tells whether the product must accept it. Null if there is nothing to ask it. */
  take(step: Step): boolean | null {
    if (step.does === 'hold') return this.#hold(true);
    if (step.does === 'lift') return this.#hold(false);
    if (this.isErased) return null;
    if (step.does === 'draft' || step.does === 'final') return this.#save(step);
    if (!this.#exists) return null;
    switch (step.does) {
      case 'wait':
        this.#daysSinceChange += step.days;
        return true;
      case 'approve':
        return this.#change(this.#isFinal && this.#isPaidWhole && !this.#isApproved, () => {
          this.#isApproved = true;
        });
      case 'unlock':
        return this.#change(this.#isFinal, () => {
          this.#isFinal = false;
          this.#isApproved = false;
        });
      case 'withdraw':
        return this.#change(this.#isOpenDraft && (step.hasNote || !this.wasDeal), () => {
          this.#isWithdrawn = true;
        });
      case 'erase':
        this.isErased = this.#mayGo;
        return this.isErased;
    }
  }

  /** What the nightly job must have done. It also erases what nobody asks for, once it is old. */
  night(): void {
    if (!this.#exists || this.isErased || !this.#mayGo) return;
    this.isErased = this.wasDeal || this.#daysSinceChange > DRAFT_DAYS;
  }

  get #isOpenDraft(): boolean {
    return !this.#isFinal && !this.#isWithdrawn;
  }

  get #mayGo(): boolean {
    if (this.isHeld) return false;
    return this.wasDeal ? this.#daysSinceChange > DEAL_DAYS : !this.#isFinal;
  }

  #hold(isOn: boolean): boolean | null {
    if (!isOn && !this.#hasHold) return null;
    const isNew = this.#hasHold !== isOn;
    this.#hasHold = isOn;
    this.#match();
    return isNew;
  }

  #match(): void {
    this.isHeld = this.#hasHold && (this.isHeld || (this.#exists && this.#hasPan && !this.isErased));
  }

  #save({ does, hasPan, paid }: Extract<Step, { does: 'draft' | 'final' }>): boolean {
    return this.#change(this.#isOpenDraft, () => {
      this.#exists = true;
      this.#isFinal = does === 'final';
      this.#isPaidWhole = paid === 'whole';
      this.wasDeal ||= does === 'final' && paid !== 'nothing';
      this.#hasPan = hasPan;
      this.#match();
    });
  }

  #change(isPossible: boolean, make: () => void): boolean {
    if (!isPossible) return false;
    make();
    this.#daysSinceChange = 0;
    return true;
  }
}
