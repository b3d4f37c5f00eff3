import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pricedRequest } from '#tools/testing/requests.ts';
import { call, signIn } from './ground.ts';

const REF_PREFIX = 'drill ';
const MAX_ODD_CHARS = 200;
const CLIENTS = 4;
const REST_MS = 50;

/** One new request from the client's view, with the moments at which it was sent and answered. */
export interface RequestSave {
  readonly ref: string;
  readonly key: string;
  readonly url: string;
  readonly begunAt: number;
  answeredAt: number;
  /** `unknown`: there was no answer, or one that says so; the request may have been saved or not. */
  outcome: 'saved' | 'refused' | 'unknown';
  /** The status of the last answer; 0 if there was none. */
  status: number;
  srno?: number;
  /** The answer itself, if it is neither a success nor a 503. */
  odd?: string;
}

/** Clients that save new requests, each recording every answer. */
export class RequestSavers {
  readonly saves: RequestSave[] = [];

  /** Saves until told to stop, whatever the answers are, with a pause after each; clients take turns with the processes. */
  async run(
    urls: readonly string[],
    session: string,
    { clients, restMs, isOver }: { clients: number; restMs: number; isOver: () => boolean },
  ): Promise<void> {
    const client = async (_: unknown, number: number) => {
      for (let turn = number; !isOver(); turn += 1) {
        const now = Date.now();
        const save: RequestSave = {
          ref: `${REF_PREFIX}${randomUUID()}`,
          key: randomUUID(),
          url: urls[turn % urls.length] ?? '',
          begunAt: now,
          answeredAt: now,
          outcome: 'unknown',
          status: 0,
        };
        this.saves.push(save);
        await send(save, session);
        await sleep(restMs);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** A few clients save requests of a branch while something else happens. */
  async during(url: string, work: () => Promise<void>): Promise<void> {
    const session = await signIn(url, 'sales.mum');
    let isOver = false;
    const load = this.run([url], session, { clients: CLIENTS, restMs: REST_MS, isOver: () => isOver });
    try {
      await work();
    } finally {
      isOver = true;
      await load;
    }
  }

  /** Sends it again under the same key, like a client that got no answer. */
  readonly retry = (save: RequestSave, session: string): Promise<void> => send(save, session);

  get acknowledged(): readonly RequestSave[] {
    return this.saves.filter(({ outcome }) => outcome === 'saved');
  }
}

async function send(save: RequestSave, session: string): Promise<void> {
  const record = pricedRequest('SP', { reqRefNo: save.ref });
  try {
    const { status, text } = await call(
      save.url,
      'newfxrequest_a.php',
      [session, 'save', JSON.stringify(record)],
      {
        'idempotency-key': save.key,
      },
    );
    const reply = JSON.parse(text) as { srno?: number; outcome?: string };
    save.status = status;
    if (status !== 200 && status !== 503) save.odd = text.slice(0, MAX_ODD_CHARS);
    save.outcome =
      status === 200 && reply.srno !== undefined
        ? 'saved'
        : reply.outcome === 'unknown'
          ? 'unknown'
          : 'refused';
    if (save.outcome === 'saved' && reply.srno !== undefined) save.srno = reply.srno;
  } catch {
    save.outcome = 'unknown';
    save.status = 0;
  }
  save.answeredAt = Date.now();
}

/** The numbers of all saved requests by reference. A reference is unique. */
export async function savedRequests(admin: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await admin.query<{ ref: string; srno: number }>(
    `select ref_no as ref, srno from requests.request where ref_no like $1`,
    [`${REF_PREFIX}%`],
  );
  return new Map(rows.map(({ ref, srno }) => [ref, srno]));
}

/** Requests of the drill that lack their lines, their payments or their trail entry. */
export async function halfRequests(admin: pg.Client): Promise<readonly unknown[]> {
  const { rows } = await admin.query<object>(
    `select srno from requests.request r where ref_no like $1 and not (
       exists (select from requests.product_line l where l.request = r.srno)
       and exists (select from requests.payment_line p where p.request = r.srno)
       and exists (select from platform.trail t where t.record = 'request' and t.record_id = r.srno::text))`,
    [`${REF_PREFIX}%`],
  );
  return rows;
}
