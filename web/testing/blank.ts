import * as z from 'zod/mini';
import type { Call, ReplyOf } from '#contract/define.ts';
import { fromWire } from '#contract/wire.ts';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const BLANKS: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
};

function blankOf({ type = '', const: only, enum: words, properties }: JsonSchema): unknown {
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, blankOf(field)]));
  return only ?? words?.[0] ?? BLANKS[type];
}

/** A reply of a call in which every field is there and none says anything; a test fills in what it is about. */
export const blankReply = <C extends Call>(call: C): ReplyOf<C> =>
  fromWire(call.reply, blankOf(z.toJSONSchema(call.reply, { io: 'input' }) as JsonSchema)) as ReplyOf<C>;
