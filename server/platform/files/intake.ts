import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { MAX_UPLOAD_BYTES } from '../limits.ts';
import { ScannerUnavailable } from './clamd.ts';
import type { VirusScanner } from './clamd.ts';
import { contentMatches, FILE_EXTENSIONS, mimeOf } from './kinds.ts';
import type { FileExtension } from './kinds.ts';
import { readFileName, refusal } from './name.ts';
import type { Refusal } from './name.ts';
import { SpoolTooLarge, withSpool } from './spool.ts';
import type { SpooledFile } from './spool.ts';
import type { ObjectStore } from './store.ts';

export interface IntakeOptions {
  readonly store: ObjectStore;
  /** Without a scanner files are taken unscanned: a choice of the operator, never a fallback. */
  readonly scanner?: VirusScanner;
  /** A folder of our own for files on their way in. */
  readonly spoolDir: string;
}

export interface WholeFile {
  readonly fileName: string;
  readonly hash: string;
}
export type OnWhole = (file: WholeFile) => Promise<void>;

export interface Upload {
  /** The file's bytes, not cut by an earlier limit: a cut file would look like a smaller one. */
  readonly stream: Readable;
  readonly fileName: string;
  readonly allowed: readonly FileExtension[];
  /** True for a file that is only looked into: its bytes come back, and the store never sees it. */
  readonly passing?: boolean;
  /** Told of the whole file before it is examined; what it throws ends the intake, and the store never sees the file. */
  readonly onWhole?: OnWhole;
  readonly signal?: AbortSignal;
}

export interface AcceptedFile {
  readonly hash: string;
  readonly bytes: number;
  readonly fileName: string;
  readonly extension: FileExtension;
  readonly mime: string;
  /** Only of a passing file. */
  readonly content?: Buffer;
}

export type IntakeResult = { readonly accepted: AcceptedFile } | { readonly refused: Refusal };

export type Intake = (upload: Upload) => Promise<IntakeResult>;

/**
 * The only way a person's file comes in. Each check is cheaper than the next, and the store sees the file only
 * after all of them. A refusal is an answer; what is thrown is a fault of ours (disk, store). The upload's
 * stream is always finished or destroyed when this returns, and no temporary file stays.
 */
export function createIntake({ store, scanner, spoolDir }: IntakeOptions): Intake {
  const examine = async (file: SpooledFile, extension: FileExtension): Promise<Refusal | undefined> => {
    if (file.bytes === 0) return refusal('missing');
    if (!(await contentMatches(extension, file.path))) return refusal('content');
    return scanner && scanned(scanner, file);
  };

  return async ({ stream, fileName: givenName, allowed, passing = false, onWhole, signal }) => {
    try {
      const name = readFileName(givenName);
      if ('refused' in name) return name;
      const { fileName } = name;
      const extension = FILE_EXTENSIONS.find((known) => known === name.extension && allowed.includes(known));
      if (!extension) return { refused: refusal('type') };
      return await withSpool(stream, { dir: spoolDir, maxBytes: MAX_UPLOAD_BYTES, signal }, async (file) => {
        await onWhole?.({ fileName, hash: file.hash });
        const refused = await examine(file, extension);
        if (refused) return { refused };
        const named = { fileName, extension, mime: mimeOf(extension) };
        const { hash, bytes } = file;
        if (passing) return { accepted: { hash, bytes, ...named, content: await readFile(file.path) } };
        return { accepted: { ...(await store.put(file, signal ? { signal } : {})), ...named } };
      });
    } catch (error) {
      if (error instanceof SpoolTooLarge) return { refused: refusal('tooLarge') };
      if (signal?.aborted || brokeOff(stream, error)) return { refused: refusal('interrupted') };
      throw error;
    } finally {
      stream.destroy();
    }
  };
}

/** The sender's side failed, with an error of its own or by just closing, and not ours. */
function brokeOff(stream: Readable, error: unknown): boolean {
  return (
    stream.errored === error ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}

/** Fails closed: only a clear verdict lets a file through. */
async function scanned(scanner: VirusScanner, file: SpooledFile): Promise<Refusal | undefined> {
  try {
    const verdict = await scanner.scan(createReadStream(file.path));
    return verdict.clean ? undefined : refusal('infected', verdict.signature);
  } catch (error) {
    if (error instanceof ScannerUnavailable) return refusal('unscanned', error.message);
    throw error;
  }
}
