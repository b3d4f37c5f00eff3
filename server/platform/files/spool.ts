import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { STALE_SPOOL_MS, SWEEP_SPOOL_EVERY_MS } from '../limits.ts';

/** A temporary file that is complete, counted and hashed. */
export interface SpooledFile {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

export interface SpoolOptions {
  readonly dir: string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Also waits until the bytes are on disk. */
  readonly durable?: boolean;
}

/** The source exceeded the limit; reading stopped there. */
export class SpoolTooLarge extends Error {
  override readonly name = 'SpoolTooLarge';
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
  }
}

/** The folder of temporary files cannot be written to: it is full, or its disk is broken. */
export class SpoolFailed extends Error {
  override readonly name = 'SpoolFailed';
  constructor(cause: unknown) {
    super('a temporary file could not be written', { cause });
  }
}

/** Tells our own fault from one of the sender, whose stream can fail with the same codes. */
const ours = (error: unknown): never => {
  throw new SpoolFailed(error);
};

/**
 * Writes a stream to a temporary file that only this user can read, calls `use` on it, and always removes it. `use` can
 * move the file away. Memory holds one chunk at a time.
 */
export async function withSpool<T>(
  source: Readable | Uint8Array,
  options: SpoolOptions,
  use: (file: SpooledFile) => Promise<T>,
): Promise<T> {
  await mkdir(options.dir, { recursive: true, mode: 0o700 }).catch(ours);
  const path = join(options.dir, `${randomUUID()}.part`);
  try {
    return await use(await fill(path, source, options));
  } finally {
    await rm(path, { force: true });
  }
}

async function fill(
  path: string,
  source: Readable | Uint8Array,
  options: SpoolOptions,
): Promise<SpooledFile> {
  const stream = source instanceof Readable ? source : Readable.from([source], { objectMode: false });
  // The loop below handles every error, but a stream may fail before the loop begins, and an unhandled error event
  // would end the process.
  stream.on('error', () => {});
  if (options.signal) addAbortSignal(options.signal, stream);
  const digest = createHash('sha256');
  let bytes = 0;
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'wx', 0o600).catch(ours);
    // Leaving this loop, also by an exception, destroys the stream: nothing beyond the limit is read.
    for await (const piece of stream) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
      bytes += chunk.length;
      if (bytes > options.maxBytes) throw new SpoolTooLarge(options.maxBytes);
      digest.update(chunk);
      await writeWhole(handle, chunk).catch(ours);
    }
    if (options.durable) await handle.sync().catch(ours);
  } finally {
    stream.destroy();
    await handle?.close().catch(ours);
  }
  return { path, hash: digest.digest('hex'), bytes };
}

/** A single write may write fewer bytes than it was given. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;)
    written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten;
}

/** Removes files that dead processes left in a spool folder. */
export async function sweepSpool(dir: string, now = Date.now()): Promise<number> {
  const names = await readdir(dir).catch(() => []);
  let removed = 0;
  for (const name of names.filter((entry) => entry.endsWith('.part'))) {
    const path = join(dir, name);
    const info = await stat(path).catch(() => undefined);
    if (!info || now - info.mtimeMs < STALE_SPOOL_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/**
 * Sweeps a spool folder now and every hour. Each process does it for itself, because temporary folders of containers are
 * not shared, so a job of the worker would not see those of the web processes.
 */
export function startSpoolSweeps(
  dir: string,
  onError: (error: unknown) => void,
  everyMs = SWEEP_SPOOL_EVERY_MS,
): { stop(): void } {
  const sweep = () => void sweepSpool(dir).catch(onError);
  sweep();
  const timer = setInterval(sweep, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
