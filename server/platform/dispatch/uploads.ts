import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Upload } from '#contract/define.ts';
import type { Acting, Transaction } from '../database.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { coerceTo } from '#contract/coerce.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { AcceptedFile, Intake, OnWhole, WholeFile } from '../files/intake.ts';
import type { FileExtension } from '../files/kinds.ts';
import { readSheet, type OpenSheet } from '../xlsx/read.ts';
import { SHEET_REFUSALS } from '../xlsx/sheet.ts';
import type { CallRequest } from './call-request.ts';
import { CallContext, type Tools } from './context.ts';
import { actingFor, asRefusal, callerFor, doOnce, jsonAnswer, keyOf } from './dispatch.ts';
import type { Answer, DispatchOptions } from './dispatch.ts';
import type { SheetFile } from './handler.ts';
import { claimKey, freeKey, type Keyed } from './idempotency.sql.ts';
import { malformed, notAllowed, Refusal } from './problems.ts';

const MAX_META_CHARS = 100_000;

interface SentFile {
  readonly name: string;
  readonly stream: Readable;
}

export interface UploadParts {
  /** The JSON part. It must come before the file, so that no file is read for a client without a session. */
  readonly meta: string;
  /** Reads on to the file. It is called only after the session and its right are checked; null if there is no file. */
  readonly file: () => Promise<SentFile | null>;
}

/** The earlier answer to an upload with this key. */
class AnsweredBefore extends Error {
  readonly json: string;
  constructor(json: string) {
    super('answered before');
    this.json = json;
  }
}

/**
 * The file of one upload on its way in. A sheet is read before the store gets the file, so that the store never has one
 * that cannot be read, and before the transaction begins, because reading takes time.
 */
class Taking {
  readonly upload: Upload;
  readonly #meta: unknown;
  readonly #signal: AbortSignal;
  #sheet: OpenSheet | undefined;

  constructor(upload: Upload, meta: unknown, signal: AbortSignal) {
    this.upload = upload;
    this.#meta = meta;
    this.#signal = signal;
  }

  /** The words for a file that is not what its name says: those of the upload, if it has any. */
  unreadable(otherwise: string): Refusal {
    return new Refusal(this.upload.unreadable?.(this.#meta as never) ?? otherwise);
  }

  intakeOptions() {
    const { reads, keeps } = this.upload;
    const signal = this.#signal;
    if (reads !== 'sheet') return { signal };
    return { signal, passing: keeps !== true, onExamined: ({ path }: { path: string }) => this.#read(path) };
  }

  withSheet(accepted: AcceptedFile): AcceptedFile | SheetFile {
    return this.#sheet === undefined ? accepted : { ...accepted, sheet: this.#sheet };
  }

  /** The rows are in a temporary file, which is gone after this. */
  async end(): Promise<void> {
    await this.#sheet?.close();
  }

  async #read(path: string): Promise<void> {
    const reading = await readSheet(path, { signal: this.#signal });
    if ('refused' in reading)
      throw reading.refused === SHEET_REFUSALS.unreadable
        ? this.unreadable(reading.refused)
        : new Refusal(reading.refused);
    this.#sheet = reading.sheet;
  }
}

/** Processes one upload: the same checks as a call, then the file, then one transaction. */
export function makeUploadDispatch(options: DispatchOptions & { readonly intake: Intake }) {
  const { registry, database } = options;

  async function live(callRequest: CallRequest, parts: UploadParts): Promise<Answer> {
    const meta = readMeta(parts.meta);
    const upload = registry.findUpload(callRequest.endpoint, textOf(meta['uploadType']));
    if (upload === undefined) throw malformed('There is no such upload.');
    const caller = await callerFor(options, upload.declared, textOf(meta['sid']), callRequest.address);
    if (caller === null || !meetsNeed(caller, upload.declared.right)) throw notAllowed();
    const parsed = z.safeParse(upload.declared.meta, coerceTo(upload.declared.meta, meta));
    if (!parsed.success) throw malformed('The part meta cannot be read.');
    const refused = upload.declared.refuses?.(parsed.data as never) ?? null;
    if (refused !== null) throw new Refusal(refused);

    const run = async (tools: Pick<Tools, 'tx' | 'file'>) => {
      const context = new CallContext(callRequest, caller, upload.name, options.log, {
        db: database,
        ...tools,
      });
      return jsonAnswer(200, await upload.handle(context as never, parsed.data as never));
    };
    const { declared, name } = upload;
    const taking = new Taking(declared, parsed.data, callRequest.signal);
    try {
      if (declared.effect === 'read') return await run({ file: await takeIn(parts, taking) });
      const { sid: _, ...content } = parsed.data as { readonly sid: string };
      const keyFor = ({ fileName, hash }: WholeFile) =>
        keyOf(callRequest, caller, name, [JSON.stringify(content), fileName, hash]);
      return await once(actingFor(callRequest, caller, name), keyFor, async (onWhole) => {
        const file = await takeIn(parts, taking, onWhole);
        return (tx) => run({ tx, file });
      });
    } finally {
      await taking.end();
    }
  }

  /**
   * Does an upload once for its key. It claims the key twice: before the store gets the file, so that the bytes of a
   * refused upload never reach the store, and in the transaction of the work, because no transaction may wait for the
   * store.
   */
  async function once(
    acting: Acting,
    keyFor: (file: WholeFile) => Keyed | null,
    takeFile: (onWhole: OnWhole) => Promise<(tx: Transaction) => Promise<Answer>>,
  ): Promise<Answer> {
    const claimed: { keyed: Keyed | null } = { keyed: null };
    try {
      const work = await takeFile(async (file) => {
        const keyed = keyFor(file);
        const earlier = keyed && (await database.write(acting, (tx) => claimKey(tx, keyed)));
        if (earlier !== null) throw new AnsweredBefore(earlier.json);
        claimed.keyed = keyed;
      });
      return await database.write(acting, (tx) => doOnce(tx, claimed.keyed, acting.call, () => work(tx)));
    } catch (error) {
      if (error instanceof AnsweredBefore) return jsonAnswer(200, error.json);
      if (claimed.keyed !== null) await free(acting, claimed.keyed);
      throw error;
    }
  }

  /** A key that stays claimed still serves the same upload, so a failure here does not affect the answer. */
  const free = (acting: Acting, keyed: Keyed) =>
    database
      .write(acting, (tx) => freeKey(tx, keyed))
      .catch((error: unknown) => options.log.warn({ err: error }, 'a key could not be given back'));

  async function takeIn(
    parts: UploadParts,
    taking: Taking,
    onWhole?: OnWhole,
  ): Promise<AcceptedFile | SheetFile | null> {
    const { accepts, fileOptional } = taking.upload;
    const file = await parts.file();
    if (file === null) {
      if (fileOptional !== true) throw new Refusal(FILE_REFUSALS.missing);
      await onWhole?.({ fileName: '', hash: '' });
      return null;
    }
    const result = await options.intake({
      stream: file.stream,
      fileName: file.name,
      allowed: accepts as readonly FileExtension[],
      ...taking.intakeOptions(),
      ...(onWhole && { onWhole }),
    });
    if ('refused' in result) {
      const { code, message } = result.refused;
      throw code === 'content' ? taking.unreadable(message) : new Refusal(message);
    }
    return taking.withSheet(result.accepted);
  }

  return async (callRequest: CallRequest, parts: UploadParts): Promise<Answer> => {
    try {
      return await live(callRequest, parts);
    } catch (error) {
      return inError(asRefusal(options, error, callRequest.requestId, callRequest.endpoint));
    }
  };
}

/** An upload reports refusals in `error`. A refusal with an HTTP error status also reports it in `err`. */
function inError(refused: Extract<Answer, { kind: 'json' }>): Answer {
  const { err, ...rest } = JSON.parse(refused.json) as Record<string, unknown>;
  if (err === undefined) return refused;
  const body = refused.status === 200 ? { error: err } : { ...rest, err, error: err };
  return jsonAnswer(refused.status, body, refused.headers);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readMeta(written: string): Record<string, unknown> {
  try {
    const meta: unknown = written.length > MAX_META_CHARS ? null : JSON.parse(written);
    if (typeof meta === 'object' && meta !== null && !Array.isArray(meta))
      return meta as Record<string, unknown>;
  } catch {
    // The failure is reported below.
  }
  throw malformed('The part meta is not a JSON object.');
}
