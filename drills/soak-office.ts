import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RequestFilter } from '#contract/requests/desk.ts';
import { EVERY_REQUEST, pricedRequest } from '#tools/testing/requests.ts';
import { call, signIn } from './ground.ts';

const LEVELS = ['BM', 'ZM', 'CM', 'FM'] as const;
type Level = (typeof LEVELS)[number];

/** Who approves a level, and how the list calls what waits for it. The last two levels need no order. */
const APPROVERS: Readonly<Record<Level, { readonly user: string; readonly filter: RequestFilter }>> = {
  BM: { user: 'bm.mum', filter: 'APRBM' },
  ZM: { user: 'zm.west', filter: 'APRZM' },
  CM: { user: 'cm.ho', filter: 'APRCM' },
  FM: { user: 'fm.ho', filter: 'APRFUND' },
};
const SALES = ['sales.mum', 'sales.mum'] as const;
export const USERS = [
  ...new Set(SALES),
  ...LEVELS.map((level) => APPROVERS[level].user),
  'audit.ca',
  'admin',
];
/** How people work: the pause between two calls, and how often a call is made again that was answered with "busy". */
interface Manner {
  readonly restMs: number;
  readonly repeats: number;
}
const ALL_DAY: Manner = { restMs: 150, repeats: Infinity };
const MAX_FAULT_CHARS = 200;

export interface Answer {
  readonly what: string;
  readonly begunAt: number;
  readonly ms: number;
  /** What was wrong with the answer. */
  readonly fault?: string;
}

/** An acknowledged save (no level) or approval of a request. */
interface Step {
  readonly srno: number;
  readonly level?: Level;
}

const listOf = (srchStatus: RequestFilter) => [
  'list',
  JSON.stringify({ ...EVERY_REQUEST, srchStatus }),
  JSON.stringify({ limit: 100 }),
];

/** People who sell, approve, audit and administer, each with a pause between two calls. */
export class Office {
  readonly answers: Answer[] = [];
  readonly steps: Step[] = [];
  /** Calls that were answered with "busy" and made again, as people do. */
  busy = 0;
  readonly #urls: readonly string[];
  readonly #manner: Manner;
  readonly #sessions = new Map<string, string>();
  /** The requests that wait for each level. */
  readonly #waiting: Readonly<Record<Level, number[]>> = { BM: [], ZM: [], CM: [], FM: [] };
  #turn = 0;

  private constructor(urls: readonly string[], manner: Manner) {
    this.#urls = urls;
    this.#manner = manner;
  }

  static async open(urls: readonly string[], manner = ALL_DAY): Promise<Office> {
    const office = new Office(urls, manner);
    for (const user of USERS) office.#sessions.set(user, await signIn(office.#url, user));
    return office;
  }

  sessionOf(user: string): string {
    return this.#sessions.get(user) ?? '';
  }

  /** Works for so long, and takes so many samples in even steps. */
  async workFor<Sample>(ms: number, samples: number, look: () => Promise<Sample>): Promise<Sample[]> {
    const begun = Date.now();
    const isOver = () => Date.now() - begun >= ms;
    const working = this.workUntil(isOver);
    const taken: Sample[] = [];
    while (!isOver()) {
      taken.push(await look());
      await sleep(Math.max(0, begun + (ms / samples) * taken.length - Date.now()));
    }
    await working;
    return taken;
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    await Promise.all([
      ...SALES.map((user) => this.#repeat(isOver, () => this.#sell(user))),
      ...LEVELS.map((level) => this.#repeat(isOver, () => this.#approve(level))),
      this.#repeat(isOver, () => this.#audit()),
      this.#repeat(isOver, () => this.#administer()),
    ]);
  }

  /** Steps that were acknowledged but are not in the database. */
  async lostSteps(admin: pg.Client): Promise<readonly Step[]> {
    const { rows } = await admin.query<Record<string, number | boolean>>(
      `select srno, bm_by is not null as "BM", zm_by is not null as "ZM", cm_by is not null as "CM", fm_by is not null as "FM"
       from requests.request where srno = any ($1)`,
      [[...new Set(this.steps.map(({ srno }) => srno))]],
    );
    const stored = new Map(rows.map((row) => [row['srno'], row]));
    return this.steps.filter(
      ({ srno, level }) => stored.get(srno)?.[level ?? 'srno'] !== (level ? true : srno),
    );
  }

  async #repeat(isOver: () => boolean, work: () => Promise<void>): Promise<void> {
    while (!isOver()) await work();
  }

  async #sell(user: string): Promise<void> {
    await this.#ask(user, 'home_a.php', 'opening');
    await this.#ask(user, 'fxrequest_a.php', ...listOf('ALL'));
    const request = pricedRequest('SP', { reqPan: '', reqRefNo: `soak ${Date.now()} ${this.#turn}` });
    const saved = await this.#ask(user, 'newfxrequest_a.php', 'save', JSON.stringify(request));
    if (saved?.srno === undefined) return;
    this.steps.push({ srno: saved.srno });
    this.#waiting.BM.push(saved.srno);
    await this.#ask(user, 'fxrequest_a.php', 'detail', String(saved.srno));
  }

  async #approve(level: Level): Promise<void> {
    const { user, filter } = APPROVERS[level];
    await this.#ask(user, 'home_a.php', 'queue');
    await this.#ask(user, 'fxrequest_a.php', ...listOf(filter));
    const srno = this.#waiting[level].shift();
    if (srno === undefined) return;
    await this.#ask(user, 'fxrequest_a.php', 'detail', String(srno));
    const approved = await this.#ask(user, 'fxrequest_a.php', 'APPROVE', level, String(srno));
    if (approved === null) return;
    this.steps.push({ srno, level });
    if (level === 'BM') this.#waiting.ZM.push(srno);
    if (level === 'ZM') {
      this.#waiting.CM.push(srno);
      this.#waiting.FM.push(srno);
    }
  }

  async #audit(): Promise<void> {
    await this.#ask('audit.ca', 'home_a.php', 'opening');
    await this.#ask('audit.ca', 'audit_a.php', 'listaudit', '{}');
  }

  async #administer(): Promise<void> {
    await this.#ask('admin', 'country_a.php', 'listjson', '{"limit":100}');
    await this.#ask('admin', 'trail_a.php', 'list', '{}');
  }

  get #url(): string {
    this.#turn += 1;
    return this.#urls[this.#turn % this.#urls.length] ?? '';
  }

  /** One call and a pause; null if it did not succeed. A session that has ended is opened again, and a busy server asked again. */
  async #ask(user: string, endpoint: string, ...fields: string[]): Promise<{ srno?: number } | null> {
    const key = { 'idempotency-key': randomUUID() };
    for (let repeats = 0; ; repeats += 1) {
      const url = this.#url;
      const begun = performance.now();
      // A connection that was lost is an answer too, and a failure.
      const { status, text } = await call(url, endpoint, [this.sessionOf(user), ...fields], key).catch(
        (error: unknown) => ({ status: 0, text: String(error) }),
      );
      const ms = performance.now() - begun;
      const begunAt = Date.now() - ms;
      const what = `${endpoint} ${fields[0]}`;
      await sleep(this.#manner.restMs * (1 + 2 * Math.random()));
      if (status === 401) this.#sessions.set(user, await signIn(url, user));
      if (status === 503) this.busy += 1;
      if (status === 401 || (status === 503 && repeats < this.#manner.repeats)) continue;
      const reply = status === 200 ? (JSON.parse(text) as { err?: string; srno?: number }) : null;
      const isGood = reply !== null && (reply.err ?? '') === '';
      this.answers.push(
        isGood
          ? { what, begunAt, ms }
          : { what, begunAt, ms, fault: `${status} ${text.slice(0, MAX_FAULT_CHARS)}` },
      );
      return isGood ? reply : null;
    }
  }
}
