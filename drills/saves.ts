import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { call } from './ground.ts';

/** One save as its client knows it. The nationality is different for each save, so its traces can be told apart. */
export interface Save {
  readonly key: string;
  readonly srno: number;
  readonly version: number | null;
  readonly name: string;
  readonly mark: string;
  /** `lost`: no answer came, so it may have happened or not. */
  outcome: 'saved' | 'refused' | 'lost';
  saved?: { readonly srno: number; readonly version: number };
}

interface Kept {
  readonly srno: number;
  readonly version: number;
  readonly name: string;
}

/** Clients that add and edit countries at the same time, each remembering every answer it was given. */
export class Savers {
  readonly saves: Save[] = [];
  /** Records as last seen; several clients edit the same one, so some come too late and are refused. */
  readonly #known: Kept[] = [];
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

  /** Sends it once more under the same key, as a client that got no answer does. */
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
  const headers: Record<string, string> = { 'idempotency-key': save.key };
  if (save.version !== null) headers['if-match'] = `"${save.version}"`;
  try {
    const fields = [session, 'save', String(save.srno), JSON.stringify(country)];
    const { status, text, headers: answered } = await call(url, 'country_a.php', fields, headers);
    const reply = JSON.parse(text) as { srno?: number };
    save.outcome = status === 200 && reply.srno !== undefined ? 'saved' : 'refused';
    if (reply.srno !== undefined && status === 200)
      save.saved = { srno: reply.srno, version: Number(answered.get('etag')?.replaceAll('"', '')) };
  } catch {
    save.outcome = 'lost';
  }
}

/** How often a save is found in the trail, and what it left there. */
interface Trace {
  readonly srno: number;
  readonly version: number;
  readonly name: string;
}

/** Every trace that saves of these marks have left in the trail. */
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

/** Records that do not agree with their trail: each version has one entry, and the newest entry is the record. */
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
       or t.newest <> to_jsonb(c)`,
  );
  return rows;
}
