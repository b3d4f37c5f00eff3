import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { call } from './ground.ts';

/** One save from the client's view. The nationality differs for each save, so that its traces can be identified. */
export interface Save {
  readonly key: string;
  readonly srno: number;
  readonly version: number | null;
  readonly name: string;
  readonly mark: string;
  /** `lost`: there was no answer, or one with an unknown outcome, so the save may have happened or not. */
  outcome: 'saved' | 'refused' | 'lost';
  /** The status of the last attempt; absent if there was no answer. */
  status?: number;
  saved?: { readonly srno: number; readonly version: number };
  /** The answer itself if it is not that of a save, or why there was none. */
  odd?: string;
}

const MAX_ODD_CHARS = 200;

interface SavedCountry {
  readonly srno: number;
  readonly version: number;
  readonly name: string;
}

/** Clients that add and edit countries concurrently, each recording every answer. */
export class Savers {
  readonly saves: Save[] = [];
  /** Records as last seen. Several clients edit the same one, so some are too late and are refused. */
  readonly #known: SavedCountry[] = [];
  #next = 0;

  /** Saves until told to stop or until no answer comes; a refused connection is not a save. */
  async run(url: string, session: string, clients: number, isOver: () => boolean): Promise<void> {
    const client = async () => {
      while (!isOver()) {
        const save = this.#plan();
        this.saves.push(save);
        await send(url, session, save);
        this.#remember(save);
        if (save.outcome === 'lost') return;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Saves until told to stop, whatever the answers are, with a pause after each. */
  async runThrough(
    url: string,
    session: string,
    clients: number,
    restMs: number,
    isOver: () => boolean,
  ): Promise<void> {
    const client = async () => {
      while (!isOver()) {
        const save = this.#plan();
        this.saves.push(save);
        await send(url, session, save);
        this.#remember(save);
        await sleep(restMs);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Sends it again with the same key, like a client that got no answer. */
  async retry(url: string, session: string, save: Save): Promise<void> {
    await send(url, session, save);
    this.#remember(save);
  }

  #plan(): Save {
    this.#next += 1;
    const key = randomUUID();
    const mark = `m${this.#next} ${key}`.slice(0, 50);
    const edited =
      this.#next % 3 === 0 ? undefined : this.#known[this.#next % Math.max(1, this.#known.length)];
    const plan = { key, mark, outcome: 'lost' as const };
    return edited === undefined
      ? { ...plan, srno: 0, version: null, name: `Land ${this.#next} ${key}`.slice(0, 50) }
      : { ...plan, srno: edited.srno, version: edited.version, name: edited.name };
  }

  #remember({ outcome, saved, name }: Save): void {
    if (outcome !== 'saved' || saved === undefined) return;
    const at = this.#known.findIndex(({ srno }) => srno === saved.srno);
    this.#known[at < 0 ? this.#known.length : at] = { ...saved, name };
  }
}

async function send(url: string, session: string, save: Save): Promise<void> {
  const country = {
    cnt_name: save.name,
    cnt_nationality: save.mark,
    cnt_swiftcode: 'DRILL',
    cnt_fatf: 0,
    cnt_active: 1,
  };
  delete save.status;
  delete save.odd;
  const headers: Record<string, string> = { 'idempotency-key': save.key };
  if (save.version !== null) headers['if-match'] = `"${save.version}"`;
  try {
    const fields = [session, 'save', String(save.srno), JSON.stringify(country)];
    const { status, text, headers: answered } = await call(url, 'country_a.php', fields, headers);
    save.status = status;
    if (status !== 200) save.odd = text.slice(0, MAX_ODD_CHARS);
    const reply = JSON.parse(text) as { srno?: number; outcome?: string };
    save.outcome =
      status === 200 && reply.srno !== undefined ? 'saved' : reply.outcome === 'unknown' ? 'lost' : 'refused';
    if (reply.srno !== undefined && status === 200)
      save.saved = { srno: reply.srno, version: Number(answered.get('etag')?.replaceAll('"', '')) };
  } catch (error) {
    save.outcome = 'lost';
    save.odd ??= String((error as Error).cause ?? error);
  }
}

/** Whether an acknowledged save is not stored exactly once as acknowledged. */
export const isAmiss = ({ outcome, saved, name }: Save, traces: readonly Trace[]): boolean =>
  outcome === 'saved' && JSON.stringify(traces) !== JSON.stringify([{ ...saved, name }]);

/** An occurrence of a save in the trail. */
interface Trace {
  readonly srno: number;
  readonly version: number;
  readonly name: string;
}

/** All occurrences of saves in the trail, by mark. */
export async function tracesOf(admin: pg.Client): Promise<Map<string, Trace[]>> {
  const { rows } = await admin.query<Trace & { mark: string }>(
    `select after ->> 'nationality' as mark, record_id::integer as srno, (after ->> 'version')::integer as version,
       after ->> 'name' as name
     from platform.trail where record = 'country' and action in ('add', 'edit')`,
  );
  const traces = new Map<string, Trace[]>();
  for (const { mark, ...trace } of rows) traces.set(mark, [...(traces.get(mark) ?? []), trace]);
  return traces;
}

/**
 * Records that do not match their trail: each version must have one entry, and the newest entry must equal the record.
 */
export async function halfSaves(admin: pg.Client): Promise<unknown[]> {
  const { rows } = await admin.query<object>(
    `with trailed as (
       select record_id::integer as srno, count(*) as entries, count(distinct after ->> 'version') as versions,
         (array_agg(after order by (after ->> 'version')::integer desc))[1] as newest
       from platform.trail where record = 'country' and action in ('add', 'edit') group by 1
     )
     select coalesce(c.srno, t.srno) as srno, c.version, t.entries
     from (select * from masters.country where swift_code = 'DRILL') c full join trailed t on t.srno = c.srno
     where c.srno is null or t.srno is null or t.entries <> c.version or t.versions <> c.version
       or jsonb_strip_nulls(t.newest) <> jsonb_strip_nulls(to_jsonb(c))`,
  );
  return rows;
}
