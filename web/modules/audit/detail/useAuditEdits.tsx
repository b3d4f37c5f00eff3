import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveAudit, type AuditDetail } from '#contract/audit/audit.ts';
import type { AuditStatus } from '#domain/audit/codes.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { useDraft } from '#web/ui/drafts.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { StaleError } from '#web/wire/problems.ts';
import { useSession } from '#web/wire/session.ts';
import { AUDIT_LIST, auditDetailQuery } from '../auditQueries.ts';
import type { AuditTab } from '../useAuditAddress.ts';
import {
  changeRow,
  conflictsOf,
  countEdits,
  keepMine,
  SAVED_TABS,
  sayConflicts,
  takeTheirs,
  unsavedTabs,
  withoutTab,
  writeTab,
  type AuditEdits,
  type Fields,
  type SavedTab,
  type StoredRow,
} from './edits.ts';

const NO_EDITS: AuditEdits = {};
const isSavedTab = (tab: AuditTab): tab is SavedTab => SAVED_TABS.some((each) => each === tab);

interface Stale {
  readonly error: StaleError;
  readonly tab: SavedTab | null;
  /** The audit as it is stored now, if it could be fetched. */
  readonly now: AuditDetail | null;
}

/**
 * What is typed in an audit and not saved yet, tab by tab; it survives a change of the tab and a reload. One save sends
 * the rows of the open tab and the status.
 */
export function useAuditEdits(detail: AuditDetail, tab: AuditTab, isReadOnly: boolean) {
  const { srno, status: stored } = detail.header;
  const client = useQueryClient();
  const user = useSession()?.srno ?? 0;
  const kept = useDraft<AuditEdits>(`${user}.audit-rows.${srno}`);
  const [typed, setTyped] = useState<AuditEdits>(kept.restored ?? NO_EDITS);
  const [wasRestored, setWasRestored] = useState(
    kept.restored !== undefined && unsavedTabs(kept.restored).length > 0,
  );
  const [chosen, setStatus] = useState<AuditStatus | null>(null);
  const [saved, setSaved] = useState<SavedTab | 'status' | null>(null);
  const [stale, setStale] = useState<Stale | null>(null);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();

  const edits = isReadOnly ? NO_EDITS : typed;
  const status = chosen ?? stored;
  const open = isSavedTab(tab) ? tab : null;
  const changedRows = open === null ? 0 : countEdits(edits, open);
  const isStatusChanged = !isReadOnly && status !== stored;
  const guard = useUnsavedGuard(unsavedTabs(edits).length > 0 || isStatusChanged, 'srno');

  function keep(next: AuditEdits): void {
    setTyped(next);
    if (unsavedTabs(next).length === 0) kept.discard();
    else kept.keep(next);
  }

  async function send(from: AuditEdits): Promise<void> {
    const audit = {
      srno,
      ...(isStatusChanged ? { status } : {}),
      ...(open === null ? {} : writeTab(from, open)),
    };
    try {
      const { reply } = await call(saveAudit, { audit }, { idempotencyKey: submission.keyFor(audit) });
      submission.done();
      client.setQueryData(auditDetailQuery(srno).queryKey, reply);
      void client.invalidateQueries({ queryKey: AUDIT_LIST });
      keep(open === null ? from : withoutTab(from, open));
      setStatus(null);
      setSaved(open ?? 'status');
      setWasRestored(false);
    } catch (error) {
      if (error instanceof StaleError) {
        const now = await client.query({ ...auditDetailQuery(srno), staleTime: 0 }).catch(() => null);
        setStale({ error, tab: open, now });
      } else showProblem(error);
    }
  }

  const conflicts = stale?.tab && stale.now ? conflictsOf(stale.now, edits, stale.tab) : [];
  const { working, run } = useSingleRun(() => send(edits));
  return {
    edits,
    status,
    setStatus: (next: AuditStatus) => {
      setSaved(null);
      setStatus(next === stored ? null : next);
    },
    change: (of: SavedTab, row: StoredRow, some: Fields) => {
      setSaved(null);
      keep(changeRow(typed, of, row, some));
    },
    changedRows,
    isStatusChanged,
    /** What the last save has saved; null once something has changed since. */
    saved,
    isWorking: working,
    save: run,
    showMessage,
    showProblem,
    /** Offered while rows are shown that were typed before a reload. */
    startOver: wasRestored
      ? () => {
          keep(NO_EDITS);
          setWasRestored(false);
        }
      : null,
    stale: {
      error: stale?.error ?? null,
      changes: stale?.tab ? sayConflicts(conflicts, edits, stale.tab) : [],
      onClose: () => setStale(null),
      onTheirs: async () => {
        if (stale?.tab) keep(takeTheirs(edits, stale.tab, conflicts));
      },
      onMine: async () => {
        if (!stale?.tab) return;
        const next = keepMine(edits, stale.tab, conflicts);
        keep(next);
        await send(next);
      },
    },
    modals: (
      <>
        {modal}
        {guard}
      </>
    ),
  };
}

export type AuditWork = ReturnType<typeof useAuditEdits>;
