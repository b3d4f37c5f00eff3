import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Upload } from '#contract/define.ts';
import type { Acting, Transaction } from '../database.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { AcceptedFile, Intake, OnWhole, WholeFile } from '../files/intake.ts';
import type { FileExtension } from '../files/kinds.ts';
import { readSheet } from '../xlsx/read.ts';
import type { Asking } from './asking.ts';
import { CallContext, type Tools } from './context.ts';
import { actingFor, asRefusal, callerFor, doOnce, jsonAnswer, keyOf } from './dispatch.ts';
import type { Answer, DispatchOptions } from './dispatch.ts';
import type { SheetFile } from './handler.ts';
import { claimKey, freeKey, type Keyed } from './idempotency.sql.ts';
import { malformed, notAllowed, Refusal } from './problems.ts';

const MAX_META_CHARS = 100_000;

export interface UploadParts {
  /** The JSON part, which must come before the file so that nothing is read for a stranger. */
  readonly meta: string;
  readonly file: { readonly name: string; readonly stream: Readable } | null;
}

/** What an upload under this key was answered before. */
class AnsweredBefore extends Error {
  readonly json: string;
  constructor(json: string) {
    super('answered before');
    this.json = json;
  }
}

/** The life of one upload: the same doors as a call, then the file, then one transaction. */
export function makeUploadDispatch(options: DispatchOptions & { readonly intake: Intake }) {
  const { registry, database } = options;

  async function live(asking: Asking, parts: UploadParts): Promise<Answer> {
    const meta = readMeta(parts.meta);
    const upload = registry.findUpload(asking.endpoint, textOf(meta['uploadType']));
    if (upload === undefined) throw malformed('There is no such upload.');
    const caller = await callerFor(options, upload.declared, textOf(meta['sid']), asking.address);
    if (caller === null || !meetsNeed(caller.rights, upload.declared.right)) throw notAllowed();
    const parsed = z.safeParse(upload.declared.meta, meta);
    if (!parsed.success) throw malformed('The part meta cannot be read.');
    const refused = upload.declared.refuses?.(parsed.data as never) ?? null;
    if (refused !== null) throw new Refusal(refused);

    const run = async (tools: Pick<Tools, 'tx' | 'file'>) => {
      const context = new CallContext(asking, caller, upload.name, options.log, { db: database, ...tools });
      return jsonAnswer(200, await upload.handle(context as never, parsed.data as never));
    };
    const { declared, name } = upload;
    if (declared.effect === 'read') return run({ file: await takeIn(parts.file, declared, asking.signal) });
    const { sid: _, ...content } = parsed.data as { readonly sid: string };
    const keyFor = ({ fileName, hash }: WholeFile) =>
      keyOf(asking, caller, name, [JSON.stringify(content), fileName, hash]);
    return once(actingFor(asking, caller, name), keyFor, async (onWhole) => {
      const file = await takeIn(parts.file, declared, asking.signal, onWhole);
      return (tx) => run({ tx, file });
    });
  }

  /**
   * Does an upload once for its key, which is claimed twice: before the store sees the file, so that the bytes of one that is
   * refused never get there, and with the work, because no transaction may wait for the store.
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

  /** A key that stays claimed still serves the same upload, so failing here takes nothing from the answer. */
  const free = (acting: Acting, keyed: Keyed) =>
    database
      .write(acting, (tx) => freeKey(tx, keyed))
      .catch((error: unknown) => options.log.warn({ err: error }, 'a key could not be given back'));

  async function takeIn(
    file: UploadParts['file'],
    { accepts, reads, fileOptional }: Upload,
    signal: AbortSignal,
    onWhole?: OnWhole,
  ): Promise<AcceptedFile | SheetFile | null> {
    if (file === null) {
      if (fileOptional !== true) throw new Refusal(FILE_REFUSALS.missing);
      await onWhole?.({ fileName: '', hash: '' });
      return null;
    }
    const result = await options.intake({
      stream: file.stream,
      fileName: file.name,
      allowed: accepts as readonly FileExtension[],
      passing: reads === 'sheet',
      ...(onWhole && { onWhole }),
      signal,
    });
    if ('refused' in result) throw new Refusal(result.refused.message);
    return reads === 'sheet' ? asSheet(result.accepted, signal) : result.accepted;
  }

  /** Read before the transaction begins, because reading takes its time. */
  async function asSheet(
    { fileName, hash, bytes, content }: AcceptedFile,
    signal: AbortSignal,
  ): Promise<SheetFile> {
    const reading = await readSheet(content ?? Buffer.alloc(0), { signal });
    if ('refused' in reading) throw new Refusal(reading.refused);
    return { fileName, hash, bytes, sheet: reading.sheet };
  }

  return async (asking: Asking, parts: UploadParts): Promise<Answer> => {
    try {
      return await live(asking, parts);
    } catch (error) {
      parts.file?.stream.resume();
      return inError(asRefusal(options, error, asking.requestId, asking.endpoint));
    }
  };
}

/** An upload answers its refusals in `error`; what a proxy sees as a failure says it in `err` as well. */
function inError(refused: Extract<Answer, { kind: 'json' }>): Answer {
  const { err, ...rest } = JSON.parse(refused.json) as Record<string, unknown>;
  if (err === undefined) return refused;
  return jsonAnswer(refused.status, refused.status === 200 ? { error: err } : { ...rest, err, error: err });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readMeta(written: string): Record<string, unknown> {
  try {
    const meta: unknown = written.length > MAX_META_CHARS ? null : JSON.parse(written);
    if (typeof meta === 'object' && meta !== null && !Array.isArray(meta))
      return meta as Record<string, unknown>;
  } catch {
    // Falls through to the refusal.
  }
  throw malformed('The part meta is not a JSON object.');
}
