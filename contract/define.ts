import type * as z from 'zod/mini';
import type { FactorDue, StepUpKind } from '#domain/access/factors.ts';
import type { CheckedKind } from '#domain/access/proposals.ts';
import type { RightNeed } from '#domain/rights.ts';
import type { Field, ValueOf } from './fields.ts';

/**
 * The side effects of a call. `read` is one statement or a read-only transaction. `watched` is a read that writes a
 * trail entry. `write` is one transaction with its trail entry, idempotent by key. `outside` is several short
 * transactions with work outside the database between them.
 */
export type Effect = 'read' | 'watched' | 'write' | 'outside';

/** Where the session id is sent: in field 1, nowhere, or in the JSON part of an upload. */
export type SessionPlace = 'first' | 'none' | 'meta';

type Args = Readonly<Record<string, Field>>;

interface DeclarationBase {
  readonly endpoint: `${string}_a.php`;
  /** Empty if the endpoint has no actions; for an upload, its uploadType. */
  readonly action: string;
  readonly right: RightNeed;
  readonly session: SessionPlace;
  readonly effect: Effect;
  /** The section of the specification (or of docs/readings.md) that requires the call. */
  readonly source: string;
  /** True if we chose the shape because the specification does not define it. */
  readonly assumed?: true;
  /** One sentence for the API page. */
  readonly summary: string;
  /** True for the sessionless variant of an action that also has a variant with a session. */
  readonly isTwin?: true;
  /** True for the few calls that a user can make while they must change their password. */
  readonly openDuringPasswordChange?: true;
  /** The few calls that a session can make while its second factor must be confirmed, or must be set up first. */
  readonly openBeforeFactor?: readonly Exclude<FactorDue, 'none'>[];
  /** The call can need a fresh second factor: see STEP_UP. */
  readonly stepUp?: StepUp;
}

/** The call can need a second person: see MAKER_CHECKER. */
interface Checked {
  readonly kind: CheckedKind;
  /** The record that the arguments name; empty for a new one. */
  readonly record: (args: never) => string;
  /** A change of a record is only proposed with the version that the maker has seen. */
  readonly hasVersion?: true;
}

interface StepUp {
  readonly kind: StepUpKind;
  /** It is asked for even if the settings do not; then the password is enough for a user who has no factor. */
  readonly always?: true;
  /** Whether these arguments need it; without it all do. */
  readonly when?: (args: never) => boolean;
  /** The handler decides record by record; its context tells whether a fresh factor is missing. */
  readonly perRecord?: true;
}

export interface Call extends DeclarationBase {
  readonly kind: 'call';
  readonly args: Args;
  /** A write that a second user must approve, if the settings say so. */
  readonly checked?: Checked;
  /** For a `save` whose arguments do not name the record by `srno` or `id`: tells whether they are for a new record. */
  readonly isForNew?: (args: never) => boolean;
  /** Its input is the form of the wire, its output that of the product: see wire.ts. */
  readonly reply: z.ZodMiniType;
  /** The reply is a file if the arguments ask for one. The same call shows and downloads a report. */
  readonly mayBeFile?: true;
}

/** What can be wrong with the file of an upload, as far as an upload has words of its own for it. */
export type FileFault = 'missing' | 'extension' | 'content';

export interface FileAnswer {
  readonly error: string;
  /** The number of the answer, where the specification has one. */
  readonly msg?: string;
}

export interface Upload extends DeclarationBase {
  readonly kind: 'upload';
  /** Without a session the handler's own check of a key in the JSON part lets an upload in. */
  readonly session: 'meta' | 'none';
  /** The server receives the file first. Then the handler runs in one transaction, idempotent by key, or only reads. */
  readonly effect: 'outside' | 'read';
  readonly meta: z.ZodMiniType;
  /** A field of the JSON part with its value, which tells uploads of one uploadType apart. */
  readonly variant?: { readonly field: string; readonly value: string };
  readonly reply: z.ZodMiniType;
  /** Accepted file name extensions, lower case, without the dot. */
  readonly accepts: readonly string[];
  /** The reason to refuse the JSON part, or null. It runs before the server reads any byte of the file. */
  readonly refuses?: (meta: never) => string | null;
  /**
   * The answer to a file that is missing, has another extension, or is not what its name says. Without it, or if it
   * returns null, the platform's own words.
   */
  readonly fileAnswer?: (fault: FileFault, meta: never) => FileAnswer | null;
  /** It makes changes that need a second person if the settings say so, and is then refused. */
  readonly checked?: CheckedKind;
  /** True if the upload can come without a file. */
  readonly fileOptional?: true;
  /** The file is a sheet. The handler receives its rows in batches. */
  readonly reads?: 'sheet';
  /** Only beside `reads`: the sheet is also stored, as other files are. Without it the server does not store the file. */
  readonly keeps?: true;
}

export interface Download extends DeclarationBase {
  readonly kind: 'download';
  readonly args: Args;
}

export interface Stream extends DeclarationBase {
  readonly kind: 'stream';
  readonly effect: 'read';
  readonly args: Args;
  readonly event: z.ZodMiniType;
}

export type Declaration = Call | Upload | Download | Stream;
/** Every call whose request consists of positional fields. */
export type FieldCall = Call | Download | Stream;

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

/** The unique name of a declared call for logs, metrics and the trail. */
export const callName = (
  call: Pick<Declaration, 'endpoint' | 'action' | 'isTwin'> & Pick<Upload, 'variant'>,
): string =>
  call.endpoint.replace('_a.php', '') +
  (call.action === '' ? '' : `.${call.action}`) +
  (call.variant === undefined ? '' : `.${call.variant.value}`) +
  (call.isTwin === true ? '.open' : '');
