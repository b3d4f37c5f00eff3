import { useEffect, useRef, useState } from 'react';
import type { ImportReply } from '#contract/master.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import type { MasterImport } from './masterImport.ts';

/** Where an import stands: from choosing a sheet over looking at what it would do to having done it. */
export type ImportStage =
  | { readonly is: 'choosing'; readonly refusal: string | null }
  | { readonly is: 'sending'; readonly file: File; readonly what: 'check' | 'apply'; readonly part: number }
  | { readonly is: 'checked'; readonly file: File; readonly plan: ImportReply }
  | { readonly is: 'done'; readonly reply: ImportReply };

export function useImport(imports: MasterImport, onDone: () => Promise<unknown>) {
  const [stage, setStage] = useState<ImportStage>({ is: 'choosing', refusal: null });
  const sending = useRef<AbortController>(null);
  // Whoever closes the dialog gives up what is under way.
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
      if (!own.signal.aborted && !(error instanceof SessionEndedError))
        setStage({ is: 'choosing', refusal: messageOf(error) });
    }
  }

  return {
    stage,
    choose: (file: File) => void send(file, 'check'),
    apply: (file: File) => send(file, 'apply'),
  };
}
