import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Upload } from '#contract/define.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { AcceptedFile, Intake } from '../files/intake.ts';
import type { FileExtension } from '../files/kinds.ts';
import { readSheet } from '../xlsx/read.ts';
import type { Asking } from './asking.ts';
import { CallContext, type Tools } from './context.ts';
import { actingFor, asRefusal, callerFor, jsonAnswer, mustHaveTrail } from './dispatch.ts';
import type { Answer, DispatchOptions } from './dispatch.ts';
import type { SheetFile } from './handler.ts';
import { malformed, notAllowed, Refusal } from './problems.ts';

const MAX_META_CHARS = 100_000;

export interface UploadParts {
  /** The JSON part, which must come before the file so that nothing is read for a stranger. */
  readonly meta: string;
  readonly file: { readonly name: string; readonly stream: Readable } | null;
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

    const file = await takeIn(parts.file, upload.declared, asking.signal);
    if (file === null && upload.declared.fileOptional !== true) throw new Refusal(FILE_REFUSALS.missing);
    const run = async (tools: Pick<Tools, 'tx'>) => {
      const context = new CallContext(asking, caller, upload.name, options.log, {
        db: database,
        file,
        ...tools,
      });
      return jsonAnswer(200, await upload.handle(context as never, parsed.data as never));
    };
    if (upload.declared.effect === 'read') return run({});
    return database.write(actingFor(asking, caller, upload.name), async (tx) => {
      const answered = await run({ tx });
      mustHaveTrail(tx, upload.name);
      return answered;
    });
  }

  async function takeIn(
    file: UploadParts['file'],
    { accepts, reads }: Upload,
    signal: AbortSignal,
  ): Promise<AcceptedFile | SheetFile | null> {
    if (file === null) return null;
    const result = await options.intake({
      stream: file.stream,
      fileName: file.name,
      allowed: accepts as readonly FileExtension[],
      passing: reads === 'sheet',
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
