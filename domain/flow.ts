import type { Answer } from './answer.ts';

/**
 * A status with its words and its steps, written once: the server refuses with it, and the screens offer with it. `Facts`
 * is what decides whether a step is possible, besides the status itself.
 */
interface FlowStep<State extends string, Facts> {
  readonly from: readonly State[];
  readonly to: State;
  /** Why the step is not possible now; false if nothing is known against it. */
  readonly refusal?: (facts: Facts) => string | false;
}

interface FlowDeclaration<State extends string, Facts> {
  /** The words for each status, in the order of a drop-down. */
  readonly words: Readonly<Record<State, string>>;
  readonly steps: readonly FlowStep<State, Facts>[];
  /** What a user reads where no step leads from one status to the other. */
  readonly noWay: (from: State, to: State) => string;
}

export interface StatusFlow<State extends string, Facts> {
  readonly states: readonly State[];
  readonly words: Readonly<Record<State, string>>;
  /** Whether a status can become another. To stay is always possible. */
  can(from: State, to: State, facts: Facts): Answer;
  /** The statuses that can be chosen, the present one included. */
  choices(from: State, facts: Facts): readonly State[];
}

export function defineFlow<State extends string, Facts>({
  words,
  steps,
  noWay,
}: FlowDeclaration<State, Facts>): StatusFlow<State, Facts> {
  const states = Object.keys(words) as State[];
  function can(from: State, to: State, facts: Facts): Answer {
    if (from === to) return { ok: true };
    const step = steps.find((each) => each.to === to && each.from.includes(from));
    if (step === undefined) return { ok: false, why: noWay(from, to) };
    const why = step.refusal?.(facts) ?? false;
    return why === false ? { ok: true } : { ok: false, why };
  }
  return {
    states,
    words,
    can,
    choices: (from, facts) => states.filter((state) => can(from, state, facts).ok),
  };
}
