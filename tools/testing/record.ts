import pg from 'pg';
import { TEST_ROLES } from './template.ts';
import type { Answered } from './world.ts';

/** A value that differs for each call: its argument (a serial number, a reference), or the record just saved. */
type Own = 'srno' | 'ref' | 'saved';
export type OwnValues = Readonly<Record<Own, unknown>>;
/** A call of one record may run the statement of many, and then sends an array of one. */
type Value = { readonly its: Own; readonly isArray?: true } | { readonly given: unknown };

/** One statement of a call as the product sends it. */
export interface Step {
  readonly role: 'reader' | 'writer';
  readonly name?: string;
  readonly text: string;
  readonly values: readonly Value[];
}

export const valuesOf = ({ values }: Step, own: OwnValues): unknown[] =>
  values.map((value) => {
    if ('given' in value) return value.given;
    return value.isArray === true ? [own[value.its]] : own[value.its];
  });

/** Whether this step returns the record that a call saves. */
export const isSaving = ({ name }: Step): boolean => name?.endsWith('.insert') === true;

/**
 * The places of a body at which calls differ: a serial number, and a unique reference. A session is random, but it has no
 * dot, so it never contains one of them.
 */
export const SRNO = '.SRNO.';
export const REF = '.REF.';

/** A call with SRNO or REF in its body as placeholders for the values that differ. */
export interface Call {
  readonly endpoint: string;
  readonly body: string;
  /** A valid serial number, if the call needs one. */
  readonly srno?: number;
  readonly isWrite?: boolean;
}

const A_REFERENCE = 'bench-0-0-0';

export const bodyOf = ({ body, srno }: Call, ref = A_REFERENCE): string =>
  body.replaceAll(SRNO, String(srno)).replaceAll(REF, ref);

/**
 * The statements that the product, running in this process, sends to PostgreSQL for a call. The first call of a session
 * also looks up the session, which most calls do not do. A reading call is therefore made twice, and a writing call
 * needs another call before it.
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
  const ownOf = (value: unknown): Own | undefined => {
    if (value === undefined || value === null) return undefined;
    if (value === call.srno) return 'srno';
    if (value === A_REFERENCE) return 'ref';
    return value === reply.srno ? 'saved' : undefined;
  };
  return sent.map(({ values, ...step }) => ({
    ...step,
    values: values.map((value): Value => {
      const isArray = Array.isArray(value) && value.length === 1;
      const its = ownOf(isArray ? (value as readonly unknown[])[0] : value);
      if (its === undefined) return { given: value ?? null };
      return isArray ? { its, isArray } : { its };
    }),
  }));
}

interface RecordedStep extends Omit<Step, 'values'> {
  readonly values: readonly unknown[];
}

const ROLES: Readonly<Record<string, Step['role']>> = {
  [TEST_ROLES.reader]: 'reader',
  [TEST_ROLES.writer]: 'writer',
};

/** Statements that the process runs for its sessions from time to time; other work beside calls has no name. */
const BESIDE_CALLS = /^access\.session/;

async function sentDuring<T>(work: () => Promise<T>): Promise<{ sent: readonly RecordedStep[]; reply: T }> {
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = client;
  const sent: RecordedStep[] = [];
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
