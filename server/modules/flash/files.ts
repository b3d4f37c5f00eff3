import type { Letterheads } from '#server/modules/masters/index.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';

/** What the handlers of files need: the bytes of documents, and the letterhead of papers. */
export interface FlashFiles {
  readonly store: ObjectStore;
  readonly letterheads: Letterheads;
}
