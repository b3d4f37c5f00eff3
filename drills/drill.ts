/** A fault or an abuse, done to real processes, with what must hold afterwards. */
export interface Drill {
  readonly name: string;
  readonly run: (findings: Findings, size: Size) => Promise<void>;
}

/** How much of it: the slice that guards main, or as often as was asked for. */
export interface Size {
  readonly kills: number;
  readonly revocations: number;
  readonly stops: number;
  /** Branches and franchisees that rates are published to, and how often. */
  readonly entities: number;
  readonly publications: number;
  /** Webhooks of the payment gateway. */
  readonly webhooks: number;
  /** Beginnings of random work with notes, and what each client does in one. */
  readonly seeds: number;
  /** The first of them, so that a long run can be taken in parts. */
  readonly firstSeed: number;
  readonly operations: number;
  /** Movements of notes in one report. */
  readonly movements: number;
  /** People who follow what waits for them, and requests that go through the chain meanwhile. */
  readonly streams: number;
  readonly chains: number;
}

interface Claim {
  readonly what: string;
  readonly held: boolean;
}

const MAX_SHOWN = 5;

/** What a drill has found out: claims that held or not, and figures. */
export class Findings {
  readonly claims: Claim[] = [];
  readonly figures: Record<string, number | string> = {};

  /** Holds when nothing speaks against it; what does is shown. */
  holds(what: string, against: readonly unknown[]): void {
    this.claims.push({
      what: against.length === 0 ? what : `${what}: ${shown(against)}`,
      held: against.length === 0,
    });
  }

  /** Two things that must be the same. */
  equals(what: string, found: unknown, expected: unknown): void {
    const same = JSON.stringify(found) === JSON.stringify(expected);
    this.holds(what, same ? [] : [`found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`]);
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
