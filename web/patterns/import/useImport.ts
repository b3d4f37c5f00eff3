import { useEffect, useRef, useState } from 'react';
import type { ImportReply } from '#contract/master.ts';
import { userMessage } from '#web/wire/problems.ts';
import type { MasterImport } from './masterImport.ts';

/** The stages of an import: choosing a sheet, uploading it, reviewing its effect, and done. */
export type ImportStage =
  | { readonly is: 'choosing'; readonly refusal: string | null }
  | { readonly is: 'sending'; readonly file: File; readonly what: 'check' | 'apply'; readonly part: number }
  | { readonly is: 'checked'; readonly file: File; readonly plan: ImportReply }
  | { readonly is: 'done'; readonly reply: ImportReply };

export function useImport(imports: MasterImport, onDone: () => Promise<unknown>) {
  const [stage, setStage] = useState<ImportStage>({ is: 'choosing', refusal: null });
  const sending = useRef<AbortController>(null);
  // Closing the dialog aborts the upload.
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File, what: 'check' | 'apply'): Promise<void> {
    sending.current?.abort();
    const own = new AbortController();
    sending.current = own;
    const onProgress = (part: number) => setStage({ is: 'sending', file, what, part });
    onProgress(0);
    try {
      const reply = await imports[what](file, { signal: own.signal, onProgress });
      if (what === 'apply') await onDone();
      setStage(what === 'check' ? { is: 'checked', file, plan: reply } : { is: 'done', reply });
    } catch (error) {
      const refusal = userMessage(error);
      if (!own.signal.aborted && refusal !== null) setStage({ is: 'choosing', refusal });
    }
  }

  return {
    stage,
    choose: (file: File) => void send(file, 'check'),
    apply: (file: File) => send(file, 'apply'),
  };
}
