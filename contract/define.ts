import type * as z from 'zod/mini';
import type { RightNeed } from '#domain/rights.ts';
import type { Field, ValueOf } from './fields.ts';

/**
 * What a call does to the world. `read` is one statement or a read-only transaction; `watched` is a read that leaves
 * a trail; `write` is one transaction with its trail entry, idempotent by key; `outside` is short transactions with
 * work outside the database between them.
 */
export type Effect = 'read' | 'watched' | 'write' | 'outside';

/** Where the session id travels: in field 1, nowhere, or in the JSON part of an upload. */
export type SessionPlace = 'first' | 'none' | 'meta';

type Args = Readonly<Record<string, Field>>;

interface Declaration {
  readonly endpoint: `${string}_a.php`;
  /** Empty where the endpoint knows no actions; for an upload, its uploadType. */
  readonly action: string;
  readonly right: RightNeed;
  readonly session: SessionPlace;
  readonly effect: Effect;
  /** The place in the specification (or in docs/readings.md) that asks for it. */
  readonly source: string;
  /** True where the shape is our reading, not the specification's word. */
  readonly assumed?: true;
  /** One sentence for the API page. */
  readonly summary: string;
  /** True for the sessionless form of an action that also has one with a session. */
  readonly isTwin?: true;
  /** True for the few calls a user may make while the password must be changed. */
  readonly openDuringPasswordChange?: true;
}

export interface Call extends Declaration {
  readonly kind: 'call';
  readonly args: Args;
  /** For a `save` whose arguments do not name the record by `srno` or `id`: whether they are for a new one. */
  readonly isForNew?: (args: never) => boolean;
  readonly reply: z.ZodMiniType;
  /** The answer is a file where the arguments ask for one: a report is looked at or downloaded by the same call. */
  readonly mayBeFile?: true;
}

export interface Upload extends Declaration {
  readonly kind: 'upload';
  readonly session: 'meta';
  /** The file is taken in first; then the handler runs in one transaction, idempotent by key, or only reads. */
  readonly effect: 'outside' | 'read';
  readonly meta: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  /** File name endings taken, lower case, without the dot. */
  readonly accepts: readonly string[];
  /** What is wrong with the JSON part, in words, asked before a byte of the file is read; null where nothing is. */
  readonly refuses?: (meta: never) => string | null;
  /** Whether the upload may come without a file. */
  readonly fileOptional?: true;
  /** The file is a sheet that the handler is given as its rows; it is not kept. */
  readonly reads?: 'sheet';
}

export interface Download extends Declaration {
  readonly kind: 'download';
  readonly args: Args;
}

export interface Stream extends Declaration {
  readonly kind: 'stream';
  readonly effect: 'read';
  readonly args: Args;
  readonly event: z.ZodMiniType;
}

export type Declared = Call | Upload | Download | Stream;
/** Everything that is asked for by positional fields. */
export type Asked = Call | Download | Stream;

type OptionalKeys<A> = { [K in keyof A]: A[K] extends { optional: true } ? K : never }[keyof A];
type Values<A> = { readonly [K in Exclude<keyof A, OptionalKeys<A>>]: ValueOf<A[K]> } & {
  readonly [K in OptionalKeys<A>]?: ValueOf<A[K]>;
};

export type ArgsOf<C> = C extends { args: infer A } ? Values<A> : never;
export type ReplyOf<C> = C extends { reply: infer R extends z.ZodMiniType } ? z.output<R> : never;
export type MetaOf<C> = C extends { meta: infer M extends z.ZodMiniType } ? z.output<M> : never;
export type EventOf<C> = C extends { event: infer E extends z.ZodMiniType } ? z.output<E> : never;

export const defineCall = <const C extends Omit<Call, 'kind'>>(call: C) => ({
  ...call,
  kind: 'call' as const,
});

export const defineUpload = <const C extends Omit<Upload, 'kind'>>(upload: C) => ({
  ...upload,
  kind: 'upload' as const,
});

export const defineDownload = <const C extends Omit<Download, 'kind'>>(download: C) => ({
  ...download,
  kind: 'download' as const,
});

export const defineStream = <const C extends Omit<Stream, 'kind'>>(stream: C) => ({
  ...stream,
  kind: 'stream' as const,
});

/** The one name of a declared call, for logs, metrics and the trail. */
export const callName = (call: Pick<Declaration, 'endpoint' | 'action' | 'isTwin'>): string =>
  call.endpoint.replace('_a.php', '') +
  (call.action === '' ? '' : `.${call.action}`) +
  (call.isTwin === true ? '.open' : '');
