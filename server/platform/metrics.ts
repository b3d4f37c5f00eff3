import { setTimeout as sleep } from 'node:timers/promises';

/** The server's metrics in Prometheus' text format. */
export interface Metrics {
  call(name: string, outcome: string, seconds: number): void;
  gauge(name: string, description: string, read: () => number): void;
  /** Registers facts that are labels of a gauge with the value 1, as Prometheus writes what is no number. */
  info(name: string, description: string, labels: Readonly<Record<string, string>>): void;
  /** Registers a counter and returns the function that adds one to it. */
  counter(name: string, description: string): () => void;
  /**
   * Registers figures that are read anew for every page. If they cannot be read in time, the page comes without them and
   * says so.
   */
  sampled(read: () => Promise<readonly Sample[]>): void;
  /** The Prometheus page. */
  page(): Promise<string>;
}

/** A gauge that had to be asked for. */
export interface Sample {
  readonly name: string;
  readonly description: string;
  readonly value: number;
}

const PREFIX = 'bureau_';
/** Shorter than a scraper waits: a database that does not answer must not hide the other figures. */
const READ_WITHIN_MS = 2_000;
const BOUNDS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The durations of one call with one outcome: the count in each bucket, their number and their sum. */
class Times {
  readonly #under = new Float64Array(BOUNDS_SECONDS.length);
  #count = 0;
  #sum = 0;

  record(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    for (
      let index = BOUNDS_SECONDS.length - 1;
      index >= 0 && seconds <= (BOUNDS_SECONDS[index] ?? 0);
      index -= 1
    )
      this.#under[index] = (this.#under[index] ?? 0) + 1;
  }

  lines(name: string, labels: string): string[] {
    return [
      ...BOUNDS_SECONDS.map(
        (bound, index) => `${name}_bucket{${labels},le="${bound}"} ${this.#under[index]}`,
      ),
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ];
  }
}

/** Figures that have to be asked for. While one reading is under way, no other one begins. */
class Sampler {
  readonly #read: () => Promise<readonly Sample[]>;
  #underWay: Promise<readonly Sample[] | null> | null = null;
  constructor(read: () => Promise<readonly Sample[]>) {
    this.#read = read;
  }

  /** Null if they could not be read, or not in time. */
  async sample(withinMs: number): Promise<readonly Sample[] | null> {
    this.#underWay ??= this.#read()
      .catch(() => null)
      .finally(() => (this.#underWay = null));
    const enough = new AbortController();
    const late = sleep(withinMs, null, { signal: enough.signal }).catch(() => null);
    try {
      return await Promise.race([this.#underWay, late]);
    } finally {
      enough.abort();
    }
  }
}

const gaugeLines = (name: string, description: string, value: number): string[] => [
  `# HELP ${name} ${description}`,
  `# TYPE ${name} gauge`,
  `${name} ${value === Infinity ? '+Inf' : value}`,
];

/** Names come from the contract and outcomes from statuses, so the number of series is limited. */
export function makeMetrics(readWithinMs = READ_WITHIN_MS): Metrics {
  const calls = new Map<string, Map<string, Times>>();
  const gauges: { name: string; description: string; read: () => number }[] = [];
  const counters: { name: string; description: string; count: number }[] = [];
  const samplers: Sampler[] = [];
  const infos: string[] = [];

  function timesOf(call: string, outcome: string): Times {
    const outcomes = calls.get(call) ?? new Map<string, Times>();
    calls.set(call, outcomes);
    const times = outcomes.get(outcome) ?? new Times();
    outcomes.set(outcome, times);
    return times;
  }

  return {
    call: (name, outcome, seconds) => timesOf(name, outcome).record(seconds),
    gauge: (name, description, read) => void gauges.push({ name: PREFIX + name, description, read }),
    info(name, description, labels) {
      const written = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      infos.push(
        `# HELP ${PREFIX}${name}_info ${description}`,
        `# TYPE ${PREFIX}${name}_info gauge`,
        `${PREFIX}${name}_info{${written.join(',')}} 1`,
      );
    },
    counter(name, description) {
      const counter = { name: `${PREFIX}${name}_total`, description, count: 0 };
      counters.push(counter);
      return () => void (counter.count += 1);
    },
    sampled: (read) => void samplers.push(new Sampler(read)),
    async page() {
      const name = `${PREFIX}call_seconds`;
      const lines = [`# HELP ${name} Time of a call through the whole dispatch`, `# TYPE ${name} histogram`];
      for (const [call, outcomes] of calls)
        for (const [outcome, times] of outcomes)
          lines.push(...times.lines(name, `call="${call}",outcome="${outcome}"`));
      lines.push(...infos);
      for (const gauge of gauges) lines.push(...gaugeLines(gauge.name, gauge.description, gauge.read()));
      const sampled = await Promise.all(samplers.map((sampler) => sampler.sample(readWithinMs)));
      for (const { name: figure, description, value } of sampled.flatMap((samples) => samples ?? []))
        lines.push(...gaugeLines(PREFIX + figure, description, value));
      const unread = sampled.filter((samples) => samples === null).length;
      lines.push(
        ...gaugeLines(`${PREFIX}figures_unread`, 'Groups of figures that could not be read', unread),
      );
      for (const counter of counters)
        lines.push(
          `# HELP ${counter.name} ${counter.description}`,
          `# TYPE ${counter.name} counter`,
          `${counter.name} ${counter.count}`,
        );
      return `${lines.join('\n')}\n`;
    },
  };
}
