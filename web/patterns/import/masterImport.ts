import type { defineMasterImport, ImportProgressReply, ImportReply } from '#contract/master.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { upload } from '#web/wire/upload.ts';

interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

/** How a master is imported from a sheet. */
export interface MasterImport {
  /** The title of the import, if it covers more than the list shows. */
  readonly title?: string;
  readonly accepts: readonly string[];
  readonly template: () => Promise<void>;
  readonly check: (file: File, sending: Sending) => Promise<ImportReply>;
  readonly apply: (file: File, sending: Sending) => Promise<ImportReply>;
  readonly progress: (signal: AbortSignal) => Promise<ImportProgressReply>;
}

type ImportCalls = ReturnType<typeof defineMasterImport>;

export const importBy = (calls: ImportCalls): MasterImport => ({
  accepts: calls.importCheck.accepts,
  template: () => download(calls.importTemplate, {}),
  check: (file, sending) => upload(calls.importCheck, {}, file, sending),
  apply: (file, sending) => upload(calls.importApply, {}, file, sending),
  progress: async (signal) => (await call(calls.importProgress, {}, { signal })).reply,
});
