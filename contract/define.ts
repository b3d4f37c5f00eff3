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
  /** True for the few calls a user may make while the password must be changed. */
  readonly openDuringPasswordChange?: true;
}

export interface Call<A extends Args = Args, R extends z.ZodMiniType = z.ZodMiniType> extends Declaration {
  readonly kind: 'call';
  readonly args: A;
  readonly reply: R;
}

export interface Upload<M extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType>
  extends Declaration {
  readonly kind: 'upload';
  /** For an upload the action is its uploadType, which travels in `meta`. */
  readonly meta: M;
  readonly reply: R;
  /** File name endings taken, lower case, without the dot. */
  readonly accepts: readonly string[];
}

export interface Download<A extends Args = Args> extends Declaration {
  readonly kind: 'download';
  readonly args: A;
}

export interface Stream<A extends Args = Args, E extends z.ZodMiniType = z.ZodMiniType> extends Declaration {
  readonly kind: 'stream';
  readonly args: A;
  readonly event: E;
}

export type Declared = Call | Upload | Download | Stream;
/** Everything that is asked for by positional fields. */
export type Asked = Call | Download | Stream;

export type ArgsOf<C> = C extends { args: infer A } ? { readonly [K in keyof A]: ValueOf<A[K]> } : never;
export type ReplyOf<C> = C extends { reply: infer R extends z.ZodMiniType } ? z.output<R> : never;
export type MetaOf<C> = C extends { meta: infer M extends z.ZodMiniType } ? z.output<M> : never;
export type EventOf<C> = C extends { event: infer E extends z.ZodMiniType } ? z.output<E> : never;

type Given<T> = Omit<T, 'kind'>;

export const defineCall = <A extends Args, R extends z.ZodMiniType>(call: Given<Call<A, R>>): Call<A, R> => ({
  kind: 'call',
  ...call,
});

export const defineUpload = <M extends z.ZodMiniType, R extends z.ZodMiniType>(
  upload: Given<Upload<M, R>>,
): Upload<M, R> => ({ kind: 'upload', ...upload });

export const defineDownload = <A extends Args>(download: Given<Download<A>>): Download<A> => ({
  kind: 'download',
  ...download,
});

export const defineStream = <A extends Args, E extends z.ZodMiniType>(stream: Given<Stream<A, E>>): Stream<A, E> => ({
  kind: 'stream',
  ...stream,
});

/** The one name of a declared call, for logs, metrics and the trail. */
export const callName = (call: Pick<Declaration, 'endpoint' | 'action'>): string =>
  `${call.endpoint.replace('_a.php', '')}.${call.action}`;
