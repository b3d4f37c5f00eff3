/** The behaviour of the simulated gateway: correct, or one of the faults that a shop must handle. */
export interface Behaviour {
  /** down closes every connection; slow answers after slowMs; deaf does the work and then closes the connection. */
  readonly api: 'up' | 'down' | 'slow' | 'deaf';
  readonly slowMs: number;
  /** Whether idempotency keys are honoured; if not, a repeated request for a link is a conflict. */
  readonly keys: 'kept' | 'forgotten';
  readonly webhooks: 'sent' | 'dropped';
  readonly delayMs: number;
  /** The number of times each webhook is sent. */
  readonly times: number;
  /** Sends a forged webhook before each real one. */
  readonly forge: boolean;
  /** The bank books every payment twice. */
  readonly twice: boolean;
}

export const GOOD: Behaviour = {
  api: 'up',
  slowMs: 15_000,
  keys: 'kept',
  webhooks: 'sent',
  delayMs: 0,
  times: 1,
  forge: false,
  twice: false,
};

const MOST_TIMES = 100;
const LONGEST_MS = 600_000;

/** The behaviour from a form or JSON; missing fields stay unchanged. */
export function readBehaviour(written: Readonly<Record<string, unknown>>, before: Behaviour): Behaviour {
  const word = <const T extends string>(name: string, words: readonly T[], standard: T): T =>
    words.find((each) => each === written[name]) ?? standard;
  const count = (name: string, most: number, standard: number): number => {
    const value = Number(written[name] ?? standard);
    return Number.isFinite(value) ? Math.min(most, Math.max(0, Math.round(value))) : standard;
  };
  const isOn = (name: string, standard: boolean): boolean =>
    written[name] === undefined ? standard : [true, 'true', 'on', '1'].includes(written[name] as never);
  return {
    api: word('api', ['up', 'down', 'slow', 'deaf'], before.api),
    slowMs: count('slowMs', LONGEST_MS, before.slowMs),
    keys: word('keys', ['kept', 'forgotten'], before.keys),
    webhooks: word('webhooks', ['sent', 'dropped'], before.webhooks),
    delayMs: count('delayMs', LONGEST_MS, before.delayMs),
    times: count('times', MOST_TIMES, before.times),
    forge: isOn('forge', before.forge),
    twice: isOn('twice', before.twice),
  };
}
