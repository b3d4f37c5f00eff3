import { withClient } from '#server/platform/db/client.ts';
import { dateInIndia, isoDate } from '#domain/dates.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { DEMO_DOCUMENTS, DEMO_LICENCES, DEMO_PAPERS } from './documents.ts';
import { LIBRARY_FILES } from './library.ts';
import { demoUploadFiles, UPLOADS_LOADED_ON } from './uploads.ts';

/** Stores the bytes of every document that the rows of the demo name. */
export async function storeDemoPapers(store: ObjectStore, adminUrl: string): Promise<void> {
  for (const { bytes } of [...DEMO_DOCUMENTS, ...DEMO_LICENCES, ...DEMO_PAPERS, ...LIBRARY_FILES])
    await store.put(bytes);
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<{ day: string | null }>(UPLOADS_LOADED_ON),
  );
  for (const bytes of demoUploadFiles(isoDate(rows[0]?.day ?? dateInIndia(Date.now()))))
    await store.put(bytes);
}
