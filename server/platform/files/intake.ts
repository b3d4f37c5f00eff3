import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { TaskEnded } from '../children/limited-child.ts';
import { Busy } from '../gate.ts';
import { MAX_UPLOAD_BYTES } from '../limits.ts';
import { ScannerUnavailable } from './clamd.ts';
import type { VirusScanner } from './clamd.ts';
import { FILE_EXTENSIONS, mimeOf } from './kinds.ts';
import type { FileExtension } from './kinds.ts';
import { readFileName, refusal } from './name.ts';
import type { Refusal } from './name.ts';
import { inspect } from './pools.ts';
import { SpoolFailed, SpoolTooLarge, withSpool } from './spool.ts';
import type { SpooledFile } from './spool.ts';
import { ObjectStoreUnavailable, type ObjectStore } from './store.ts';

export interface IntakeOptions {
  readonly store: ObjectStore;
  /** Without a scanner, files are accepted unscanned. The operator chooses this; it is never a fallback. */
  readonly scanner?: VirusScanner;
  /** Our own folder for incoming files. */
  readonly spoolDir: string;
  /** Called if a file could not be written to that folder. */
  readonly onFailure?: (() => void) | undefined;
}

export interface WholeFile {
  readonly fileName: string;
  readonly hash: string;
  readonly bytes: number;
}
export type OnWhole = (file: WholeFile) => Promise<void>;

export interface Upload {
  /** The file's bytes, not truncated by an earlier limit: a truncated file would look like a smaller one. */
  readonly stream: Readable;
  readonly fileName: string;
  readonly allowed: readonly FileExtension[];
  /** True for a file that is only read: the store never gets it. */
  readonly passing?: boolean;
  /** The type is refused after `onWhole`, which has checks that come before it, and not before any byte is read. */
  readonly typeLater?: boolean;
  /**
   * Called with the complete file before it is examined. If it throws, the intake ends and the store never gets the
   * file.
   */
  readonly onWhole?: OnWhole;
  /**
   * Called with the examined file before the store gets it, to read it where it is. If it throws, the intake ends and
   * the store never gets the file.
   */
  readonly onExamined?: (file: SpooledFile) => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface AcceptedFile {
  readonly hash: string;
  readonly bytes: number;
  readonly fileName: string;
  readonly extension: FileExtension;
  readonly mime: string;
}

export type IntakeResult = { readonly accepted: AcceptedFile } | { readonly refused: Refusal };

export type Intake = (upload: Upload) => Promise<IntakeResult>;

/**
 * The only entry point for users' files. The checks run from the cheapest to the most expensive, and the store gets the
 * file only after all of them. A refusal is a return value; a thrown error is our own fault (disk, store). When this
 * returns, the upload's stream is finished or destroyed, and no temporary file remains.
 */
export function createIntake({ store, scanner, spoolDir, onFailure }: IntakeOptions): Intake {
  const examine = async (file: SpooledFile, extension: FileExtension): Promise<Refusal | undefined> => {
    if (file.bytes === 0) return refusal('missing');
    const refused = await unlike(extension, file);
    if (refused) return refused;
    return scanner && scanned(scanner, file);
  };

  return async ({
    stream,
    fileName: givenName,
    allowed,
    passing = false,
    typeLater = false,
    onWhole,
    onExamined,
    signal,
  }) => {
    try {
      const name = readFileName(givenName);
      if ('refused' in name) return name;
      const { fileName } = name;
      const extension = FILE_EXTENSIONS.find((known) => known === name.extension && allowed.includes(known));
      if (!extension && !typeLater) return { refused: refusal('type') };
      return await withSpool(stream, { dir: spoolDir, maxBytes: MAX_UPLOAD_BYTES, signal }, async (file) => {
        if (typeLater && file.bytes === 0) return { refused: refusal('missing') };
        await onWhole?.({ fileName, hash: file.hash, bytes: file.bytes });
        if (!extension) return { refused: refusal('type') };
        const refused = await examine(file, extension);
        if (refused) return { refused };
        await onExamined?.(file);
        const named = { fileName, extension, mime: mimeOf(extension) };
        const { hash, bytes } = file;
        if (passing) return { accepted: { hash, bytes, ...named } };
        return { accepted: { ...(await store.put(file, signal ? { signal } : {})), ...named } };
      });
    } catch (error) {
      if (error instanceof SpoolFailed) {
        onFailure?.();
        throw new ObjectStoreUnavailable(error.cause);
      }
      if (error instanceof SpoolTooLarge) return { refused: refusal('tooLarge') };
      if (signal?.aborted || brokeOff(stream, error)) return { refused: refusal('interrupted') };
      throw error;
    } finally {
      stream.destroy();
    }
  };
}

/** Whether the sender's side failed, by an error or by closing, and not ours. */
function brokeOff(stream: Readable, error: unknown): boolean {
  return (
    stream.errored === error ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}

/** A file whose parser failed is damaged. A file that could not be examined in time can be sent again. */
async function unlike(extension: FileExtension, file: SpooledFile): Promise<Refusal | undefined> {
  try {
    return (await inspect(extension, file.path)) ? undefined : refusal('content');
  } catch (error) {
    if (error instanceof Busy) return refusal('busy', error.message);
    if (!(error instanceof TaskEnded)) throw error;
    return refusal(error.reason === 'crashed' ? 'content' : 'unchecked', error.message);
  }
}

/** Fails closed: only a clear verdict accepts a file. */
async function scanned(scanner: VirusScanner, file: SpooledFile): Promise<Refusal | undefined> {
  const bytes = createReadStream(file.path);
  // The scanner handles errors of the stream only while it reads.
  bytes.on('error', () => {});
  try {
    const verdict = await scanner.scan(bytes);
    return verdict.clean ? undefined : refusal('infected', verdict.signature);
  } catch (error) {
    if (error instanceof ScannerUnavailable) return refusal('unscanned', error.message);
    throw error;
  } finally {
    bytes.destroy();
  }
}
