/** A fault or an abuse, applied to real processes, with the claims that must hold afterwards. */
export interface Drill {
  readonly name: string;
  /** A drill can run beside another one if it sends no flood that the server may shed, and measures neither a short time nor the memory of this process's children. */
  readonly pace?: 'together';
  /** It takes too long for CI, or needs programs that CI does not install, so it runs only when it is named. */
  readonly isByHand?: true;
  readonly run: (findings: Findings, size: Size) => Promise<void>;
}

/** The size of a run: the slice that CI runs, or the requested numbers. */
export interface Size {
  readonly kills: number;
  readonly revocations: number;
  readonly stops: number;
  /** Branches and franchisees that receive rates, and the number of publications. */
  readonly entities: number;
  readonly publications: number;
  /** Webhooks of the payment gateway. */
  readonly webhooks: number;
  /** Webhooks without a valid signature. */
  readonly forgeries: number;
  /** Clients that send or read almost nothing. */
  readonly slowClients: number;
  /** Seeds of random work with notes, and the number of operations of each client per seed. */
  readonly seeds: number;
  /** The first seed, so that a long run can be split into parts. */
  readonly firstSeed: number;
  readonly operations: number;
  /** Movements of notes in one report. */
  readonly movements: number;
  /** Users who follow their waiting work, and requests that go through the approval chain meanwhile. */
  readonly streams: number;
  readonly chains: number;
  /** Password guesses at many names, and the maximum delay of another user's sign-in. */
  readonly guesses: number;
  readonly signInExtraMs: number;
  /** Wrong passwords for a known and for an unknown user, whose times are compared. */
  readonly timedPairs: number;
  /** How often the database is lost in each way, and for how long it is silent. */
  readonly losses: number;
  readonly silenceSeconds: number;
  /** Restores to a random second, and the number of requests in the database. */
  readonly restores: number;
  readonly requests: number;
  /** The number of requests in a database that is upgraded under load. */
  readonly upgradeRequests: number;
  /** Documents of these requests, how often the disk is lost with everything on it, and within how many seconds. */
  readonly documents: number;
  readonly diskLosses: number;
  readonly diskLossSeconds: number;
  /** How often the primary is killed. */
  readonly failovers: number;
  /** How long an office works without a break. */
  readonly soakMinutes: number;
  /** Hostile files and fields; a larger number means all of them. */
  readonly hostileItems: number;
  /** New passkeys with a hostile attestation. */
  readonly attestations: number;
  /** Rows of an uploaded sheet. */
  readonly uploadRows: number;
  /** Rows of an imported sheet, and how often its server is killed. */
  readonly importRows: number;
  readonly importKills: number;
  /** The factor by which limits of time are longer. */
  readonly patience: number;
}

interface Claim {
  readonly what: string;
  readonly held: boolean;
}

const MAX_SHOWN = 5;

/** The results of a drill: claims that held or failed, and figures. */
export class Findings {
  /**
   * The factor by which limits of time are longer. CI shares its processors with other machines, which take most of them away
   * for seconds, so it looks for what takes several times too long; a run by hand on a quiet machine checks the limits.
   */
  readonly #patience: number;

  constructor(patience = 1) {
    this.#patience = patience;
  }

  readonly claims: Claim[] = [];
  readonly figures: Record<string, number | string> = {};

  /** The claim holds if there is no evidence against it; any evidence is shown. */
  holds(what: string, against: readonly unknown[]): void {
    this.claims.push({
      what: against.length === 0 ? what : `${what}: ${shown(against)}`,
      held: against.length === 0,
    });
  }

  /** Two values that must be equal. */
  equals(what: string, found: unknown, expected: unknown): void {
    const same = JSON.stringify(found) === JSON.stringify(expected);
    this.holds(what, same ? [] : [`found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`]);
  }

  /** A limit of time in milliseconds, as long as it is in this run. */
  limit(ms: number): number {
    return ms * this.#patience;
  }

  /** Everything took at most this long. */
  within(what: string, limitMs: number, found: readonly number[]): void {
    const limit = this.limit(limitMs);
    this.holds(
      `${what} within ${Math.round(limit)} ms`,
      found.filter((ms) => !(ms <= limit)).map(Math.round),
    );
  }

  figure(name: string, value: number | string): void {
    this.figures[name] = typeof value === 'number' ? Math.round(value * 10) / 10 : value;
  }
}

const shown = (against: readonly unknown[]): string => {
  const first = against
    .slice(0, MAX_SHOWN)
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return `${against.length} × against, as ${first.join('; ')}`;
};

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The largest value. `Math.max` cannot take it, because a long run has more values than a call can have arguments. */
export const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);
