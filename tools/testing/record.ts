import pg from 'pg';
import { TEST_ROLES } from './template.ts';
import type { Answered } from './world.ts';

/** A value that each call has its own of: what it asks for (a serial number, a reference), or the record just saved. */
type Own = 'srno' | 'ref' | 'saved';
export type OwnValues = Readonly<Record<Own, unknown>>;
type Value = { readonly its: Own } | { readonly given: unknown };

/** One statement of a call as the product sends it. */
export interface Step {
  readonly role: 'reader' | 'writer';
  readonly name?: string;
  readonly text: string;
  readonly values: readonly Value[];
}

export const valuesOf = ({ values }: Step, own: OwnValues): unknown[] =>
  values.map((value) => ('its' in value ? own[value.its] : value.given));

/** Whether the record that a call saves comes back from this step. */
export const isSaving = ({ name }: Step): boolean => name?.endsWith('.insert') === true;

/** A call with SRNO or REF in its body where each call has its own. */
export interface Call {
  readonly endpoint: string;
  readonly body: string;
  /** A serial number that can be asked for, where one is. */
  readonly srno?: number;
  readonly isWrite?: boolean;
}

const A_REFERENCE = 'bench-0-0-0';

export const bodyOf = ({ body, srno }: Call, ref = A_REFERENCE): string =>
  body.replaceAll('SRNO', String(srno)).replaceAll('REF', ref);

/**
 * What the product, running in this process, sends to PostgreSQL for a call. The first call of a session looks it up
 * and is not what every call costs: a reading one is asked twice, for a writing one another has to come before it.
 */
export async function recordCall(
  post: (endpoint: string, body: string) => Promise<Answered>,
  call: Call,
): Promise<readonly Step[]> {
  const ask = async () => {
    const { status, json } = await post(call.endpoint, bodyOf(call));
    if (status !== 200 || (json.err ?? '') !== '')
      throw new Error(`${call.endpoint}: ${JSON.stringify(json)}`);
    return json as { readonly srno?: number };
  };
  if (call.isWrite !== true) await ask();
  const { sent, reply } = await sentDuring(ask);
  return sent.map(({ values, ...step }) => ({
    ...step,
    values: values.map((value): Value => {
      if (value === undefined || value === null) return { given: null };
      if (value === call.srno) return { its: 'srno' };
      if (value === A_REFERENCE) return { its: 'ref' };
      return value === reply.srno ? { its: 'saved' } : { given: value };
    }),
  }));
}

interface Sent extends Omit<Step, 'values'> {
  readonly values: readonly unknown[];
}

const ROLES: Readonly<Record<string, Step['role']>> = {
  [TEST_ROLES.reader]: 'reader',
  [TEST_ROLES.writer]: 'writer',
};

/** What the process does for its sessions, now and then; other work beside its calls has no name. */
const BESIDE_CALLS = /^access\.session/;

async function sentDuring<T>(work: () => Promise<T>): Promise<{ sent: readonly Sent[]; reply: T }> {
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = client;
  const sent: Sent[] = [];
  client.query = function taken(this: { user?: string }, ...given) {
    const [asked] = given as [string | { name?: string; text: string; values?: unknown[] }];
    const { name, text, values = [] } = typeof asked === 'string' ? { text: asked } : asked;
    const role = ROLES[this.user ?? ''];
    const isOfCall = name === undefined ? /^(begin|commit)\b/.test(text) : !BESIDE_CALLS.test(name);
    if (role !== undefined && isOfCall)
      sent.push({ role, ...(name === undefined ? {} : { name }), text, values });
    return query.apply(this, given);
  };
  try {
    return { reply: await work(), sent };
  } finally {
    client.query = query;
  }
}
