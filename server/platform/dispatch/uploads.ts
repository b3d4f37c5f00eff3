import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { FileFault, Upload } from '#contract/define.ts';
import { currentWork } from '../current-work.ts';
import type { Acting, Transaction } from '../database.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { coerceTo } from '#contract/coerce.ts';
import { hasOnWire, toWire } from '#contract/wire.ts';
import { PROPOSAL_TEXTS } from '#domain/access/proposals.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { AcceptedFile, Intake, OnWhole, WholeFile } from '../files/intake.ts';
import type { FileExtension } from '../files/kinds.ts';
import type { SpooledFile } from '../files/spool.ts';
import { ObjectStoreUnavailable, type ObjectStore } from '../files/store.ts';
import { readSheet, type OpenSheet } from '../xlsx/read.ts';
import { SHEET_REFUSALS } from '../xlsx/sheet.ts';
import type { CallRequest } from './call-request.ts';
import { CallContext, type Tools } from './context.ts';
import { actingFor, asRefusal, callerFor, doOnce, jsonAnswer, keyOf } from './dispatch.ts';
import type { Answer, DispatchOptions } from './dispatch.ts';
import type { SheetFile, UploadWatch } from './handler.ts';
import { claimKey, freeKey, type Keyed } from './idempotency.sql.ts';
import { IncomingObject } from './incoming.sql.ts';
import { malformed, notAllowed, Problem, Refusal } from './problems.ts';
import { isStepUpMissing } from './step-up.ts';
import type { BoundUpload } from './registry.ts';
import { UploadPlaces, type UploadLimits } from './upload-places.ts';

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
  /** Whether the upload has checks of its own that come before the type of the file. */
  readonly typeLater: boolean;
  /** Only of an upload that is watched, from the moment when its file has come. */
  watch: UploadWatch | undefined;

  constructor({ declared, receive }: BoundUpload, meta: unknown, signal: AbortSignal) {
    this.upload = declared;
    this.typeLater = receive !== undefined;
    this.#meta = meta;
    this.#signal = signal;
  }

  /** The refusal of a file: in the words of the upload, if it has any. */
  refusal(fault: FileFault, otherwise: string): Refusal | Problem {
    const answer = this.upload.fileAnswer?.(fault, this.#meta as never) ?? { error: otherwise };
    const { error, ...numbered } = answer;
    return 'msg' in numbered ? new Problem(200, { err: error, ...numbered }) : new Refusal(error);
  }

  intakeOptions(incoming: IncomingObject | null) {
    const { reads, keeps } = this.upload;
    const passing = reads === 'sheet' && keeps !== true;
    const onExamined = async ({ path, hash }: SpooledFile) => {
      if (reads === 'sheet') await this.#read(path);
      if (!passing) await incoming?.note(hash);
    };
    return { signal: this.#signal, passing, onExamined };
  }

  withSheet(accepted: AcceptedFile): AcceptedFile | SheetFile {
    return this.#sheet === undefined ? accepted : { ...accepted, sheet: this.#sheet };
  }

  /** The rows are in a temporary file, which is gone after this. */
  async end(): Promise<void> {
    this.watch?.end();
    await this.#sheet?.close();
  }

  async #read(path: string): Promise<void> {
    const reading = await readSheet(path, {
      signal: this.#signal,
      onRows: (rows) => this.watch?.read(rows),
    });
    if ('refused' in reading)
      throw reading.refused === SHEET_REFUSALS.unreadable
        ? this.refusal('content', reading.refused)
        : new Refusal(reading.refused);
    this.#sheet = reading.sheet;
  }
}

/** What is known of an upload so far, whatever becomes of it. */
interface FoundUpload {
  upload?: Upload;
  /** Gives its place back. */
  leave?: () => void;
}

/** The codes of the intake for which an upload can have words of its own. */
const FAULTS: Readonly<Partial<Record<string, FileFault>>> = {
  missing: 'missing',
  type: 'extension',
  content: 'content',
};

/** Processes one upload: the same checks as a call, then the file, then one transaction. */
export function makeUploadDispatch(
  options: DispatchOptions & {
    readonly intake: Intake;
    readonly store: Pick<ObjectStore, 'remove'>;
    readonly uploadLimits: UploadLimits;
  },
) {
  const { registry, database } = options;
  const places = new UploadPlaces(options.uploadLimits);
  options.metrics.gauge('uploads_under_way', 'Uploads under way', () => places.taken);

  async function live(callRequest: CallRequest, parts: UploadParts, found: FoundUpload): Promise<Answer> {
    const meta = readMeta(parts.meta);
    const upload = registry.findUpload(callRequest.endpoint, meta);
    if (upload === undefined) throw malformed('There is no such upload.');
    found.upload = upload.declared;
    currentWork()?.span?.set({ 'bureau.call': upload.name });
    const caller = await callerFor(options, upload.declared, textOf(meta['sid']), callRequest.address);
    if (caller === null ? upload.admit === undefined : !meetsNeed(caller, upload.declared.right))
      throw notAllowed();
    const parsed = z.safeParse(upload.declared.meta, coerceTo(upload.declared.meta, meta));
    if (!parsed.success) throw malformed('The part meta cannot be read.');
    await isStepUpMissing(options, upload.declared, caller, parsed.data as object);
    if (upload.declared.checked !== undefined && options.makerChecker.includes(upload.declared.checked))
      throw new Refusal(PROPOSAL_TEXTS.noImport);
    if (caller !== null) await upload.refuseFirst?.(database.read, caller, parsed.data as never);
    const refused = upload.declared.refuses?.(parsed.data as never) ?? null;
    if (refused !== null) throw new Refusal(refused);

    const { requestId, address } = callRequest;
    const takePlace = (sender: string) => void (found.leave = places.take(sender));
    if (caller !== null) takePlace(`user ${caller.account}`);
    const admitted = await upload.admit?.(
      { db: database, requestId, address, now: new Date(), takePlace },
      parsed.data as never,
    );
    if (found.leave === undefined) throw new Error(`${upload.name} took no place`);

    const taking = new Taking(upload, parsed.data, callRequest.signal);
    const run = async (tools: Pick<Tools, 'tx' | 'file'>) => {
      const context = new CallContext(callRequest, caller, upload.name, options.log, {
        db: database,
        ...(admitted && { admitted }),
        ...tools,
      });
      const reply: unknown = await upload.handle(
        context as never,
        parsed.data as never,
        taking.watch as never,
      );
      return jsonAnswer(200, toWire(upload.declared.reply, reply));
    };
    const { declared, name } = upload;
    try {
      if (declared.effect === 'read') return await run({ file: await takeIn(parts, taking, null) });
      const { sid: _, ...content } = parsed.data as { readonly sid?: string };
      const keyFor = ({ fileName, hash }: WholeFile) =>
        keyOf(callRequest, caller, name, [JSON.stringify(content), fileName, hash]);
      const own = actingFor(callRequest, caller, name);
      const [only = null] = admitted?.scope ?? [];
      const acting = admitted === undefined ? own : { ...own, scope: admitted.scope, branch: only };
      return await once(acting, keyFor, async (incoming, claim) => {
        const file = await takeIn(parts, taking, incoming, async (whole) => {
          await admitted?.takeBytes(whole.bytes);
          await claim(whole);
          const { receive } = upload;
          if (receive !== undefined) await database.write(acting, (tx) => receive(tx, parsed.data as never));
          if (caller !== null)
            taking.watch = await upload.begin?.({ database, acting, caller, log: options.log, file: whole });
        });
        return (tx) => run({ tx, file });
      });
    } catch (error) {
      throw taking.watch === undefined ? error : await taking.watch.failed(error);
    } finally {
      await taking.end();
    }
  }

  /**
   * Does an upload once for its key. It claims the key twice: before the store gets the file, so that the bytes of a
   * refused upload never reach the store, and in the transaction of the work, because no transaction may wait for the
   * store. Bytes that reach the store and are refused by the work are removed.
   */
  async function once(
    acting: Acting,
    keyFor: (file: WholeFile) => Keyed | null,
    takeFile: (incoming: IncomingObject, onWhole: OnWhole) => Promise<(tx: Transaction) => Promise<Answer>>,
  ): Promise<Answer> {
    const claimed: { keyed: Keyed | null } = { keyed: null };
    const incoming = new IncomingObject(database, acting);
    try {
      const work = await takeFile(incoming, async (file) => {
        const keyed = keyFor(file);
        const earlier = keyed && (await database.write(acting, (tx) => claimKey(tx, keyed)));
        if (earlier !== null) throw new AnsweredBefore(earlier.json);
        claimed.keyed = keyed;
      });
      const answered = await database.write(acting, (tx) =>
        doOnce(tx, claimed.keyed, acting.call, async () => {
          const answer = await work(tx);
          await incoming.settle(tx);
          return answer;
        }),
      );
      // Another upload under the same key was first, and its record names the bytes.
      if (!incoming.isSettled) await incoming.abandon(options.store, options.log);
      return answered;
    } catch (error) {
      if (error instanceof AnsweredBefore) return jsonAnswer(200, error.json);
      if (claimed.keyed !== null) await free(acting, claimed.keyed);
      if (error instanceof ObjectStoreUnavailable) await incoming.doubt(options.log);
      else await incoming.abandon(options.store, options.log);
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
    incoming: IncomingObject | null,
    onWhole?: OnWhole,
  ): Promise<AcceptedFile | SheetFile | null> {
    const { accepts, fileOptional } = taking.upload;
    const file = await parts.file();
    if (file === null) {
      if (fileOptional !== true) throw taking.refusal('missing', FILE_REFUSALS.missing);
      await onWhole?.({ fileName: '', hash: '', bytes: 0 });
      return null;
    }
    const result = await options.intake({
      stream: file.stream,
      fileName: file.name,
      allowed: accepts as readonly FileExtension[],
      ...taking.intakeOptions(incoming),
      typeLater: taking.typeLater,
      ...(onWhole && { onWhole }),
    });
    if ('refused' in result) {
      const { code, message } = result.refused;
      const fault = FAULTS[code];
      throw fault === undefined ? new Refusal(message) : taking.refusal(fault, message);
    }
    return taking.withSheet(result.accepted);
  }

  return async (callRequest: CallRequest, parts: UploadParts): Promise<Answer> => {
    const found: FoundUpload = {};
    try {
      return await live(callRequest, parts, found);
    } catch (error) {
      const refused = asRefusal(options, error, callRequest.requestId, callRequest.endpoint);
      return saysErr(found.upload) ? withMsg(refused) : inError(refused);
    } finally {
      found.leave?.();
    }
  };
}

/** Whether the specification has the text of a refusal in `err`, with a code in `msg`. */
const saysErr = (declared: Upload | undefined): boolean =>
  declared !== undefined && hasOnWire(declared.reply, 'err');

/** A refusal without a code has an empty one, so that the answer always has both fields. */
function withMsg(refused: Extract<Answer, { kind: 'json' }>): Answer {
  const body = JSON.parse(refused.json) as Record<string, unknown>;
  return { ...refused, json: JSON.stringify({ msg: '', ...body }) };
}

/** An upload reports refusals in `error`. A refusal with an HTTP error status also reports it in `err`. */
function inError(refused: Extract<Answer, { kind: 'json' }>): Answer {
  const { err, ...rest } = JSON.parse(refused.json) as Record<string, unknown>;
  if (err === undefined) return refused;
  const body = refused.status === 200 ? { ...rest, error: err } : { ...rest, err, error: err };
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
