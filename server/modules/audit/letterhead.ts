import type { Executor } from '#server/platform/database.ts';
import type { AuditFiles } from './files.ts';
import type { StoredLetterhead } from './report.present.ts';

/** The letterhead as it is now, with the bytes of its logo in the store. */
export async function letterheadNow(
  read: Executor,
  { store, letterheads }: AuditFiles,
): Promise<StoredLetterhead> {
  const { company, logo } = await letterheads(read);
  return { company, logo: logo === null ? null : (await store.put(logo)).hash };
}
