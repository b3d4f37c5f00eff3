import { useEffect, useState } from 'react';
import type { ImportProgressReply } from '#contract/master.ts';
import type { MasterImport } from './masterImport.ts';

const ASK_EVERY_MS = 1_000;

/** How far the import is, asked every second. Null while nothing is known; most imports end before the first second. */
export function useImportProgress(imports: MasterImport, isUnderWay: boolean): ImportProgressReply | null {
  const [reached, setReached] = useState<ImportProgressReply | null>(null);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const over = new AbortController();
    const ask = async () => {
      try {
        const reply = await imports.progress(over.signal);
        if (!over.signal.aborted && reply.phase !== 'none') setReached(reply);
      } catch {
        // The next answer says more, and a failure of the import itself is told by the import.
      }
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      over.abort();
    };
  }, [imports, isUnderWay]);
  return reached;
}
