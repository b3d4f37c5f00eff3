import { TaskEnded } from '../children/limited-child.ts';
import { ProcessPool } from '../children/pool.ts';
import { MAX_TEXT_BYTES, TEXT_POOL } from '../limits.ts';
import type { ReadableExtension } from './kinds.ts';
import type { TextTask } from './text.child.ts';

export const textPool = new ProcessPool({
  script: new URL('./text.child.ts', import.meta.url),
  ...TEXT_POOL,
});

/**
 * The first 200 KB of the text of a file, read in a process with limited time and memory; empty if it has none that can be
 * read. Throws Busy if there was no free process, and the errors of `fetchBytes`.
 */
export async function readText(
  extension: ReadableExtension,
  fetchBytes: () => Promise<Uint8Array>,
  pool: ProcessPool = textPool,
): Promise<string> {
  const makeTask = async (): Promise<TextTask> => ({
    extension,
    bytes: await fetchBytes(),
    maxBytes: MAX_TEXT_BYTES,
  });
  try {
    return (await pool.run(makeTask)) as string;
  } catch (error) {
    // A file that takes too much time or memory has no text for us.
    if (error instanceof TaskEnded && error.reason !== 'aborted') return '';
    throw error;
  }
}
