import { useRef, useState } from 'react';
import { fileRefusal } from '#domain/files.ts';
import type { ShowMessage } from '#web/ui/MessageModal.tsx';
import { useUploading, type Underway } from '#web/ui/documents/UploadProgress.tsx';
import { useDraft } from '#web/ui/drafts.ts';

/** The id of the field with the remark, which messages lead to. */
export const REMARK = 'discrepancy-remark';

interface ReplyOptions {
  /** Names the discrepancy; the typed remark is kept by it. */
  readonly draftKey: string;
  /** Why the reply cannot be given; null if nothing is known against it. */
  readonly problemOf: (remark: string, file: File | null) => string | null;
  readonly showMessage: ShowMessage;
  readonly onFailure: (error: unknown) => void;
  readonly send: (remark: string, file: File | null, underway: Underway) => Promise<void>;
}

/** The remark and the proof that are typed for a discrepancy. The remark is kept across a reload. */
export function useReply({ draftKey, problemOf, showMessage, onFailure, send }: ReplyOptions) {
  const draft = useDraft<string>(draftKey);
  const [remark, setRemark] = useState(draft.restored ?? '');
  const [file, setFile] = useState<File | null>(null);
  const wasSent = useRef(false);
  const uploading = useUploading(onFailure);

  function write(words: string): void {
    setRemark(words);
    if (words === '') draft.discard();
    else draft.keep(words);
  }

  return {
    remark,
    file,
    part: uploading.part,
    cancel: uploading.cancel,
    isEmpty: remark.trim() === '' && file === null,
    write,
    choose: (chosen: File): void => {
      const refused = fileRefusal(chosen);
      if (refused === null) setFile(chosen);
      else showMessage(refused, `#${REMARK}`);
    },
    removeFile: () => setFile(null),
    /** Sends the reply. Resolves to false if it is refused, which the user has then been told. */
    submit: async (): Promise<boolean> => {
      const problem = problemOf(remark, file) ?? (file === null ? null : fileRefusal(file));
      if (problem !== null) {
        showMessage(problem, `#${REMARK}`);
        return false;
      }
      wasSent.current = false;
      await uploading.run(async (underway) => {
        await send(remark.trim(), file, underway);
        wasSent.current = true;
        write('');
        setFile(null);
      });
      return wasSent.current;
    },
  };
}

export type Reply = ReturnType<typeof useReply>;
