import { useImperativeHandle, useState, type Ref } from 'react';
import type { FieldProblem } from '#domain/rules.ts';
import { makeSubmission } from '#web/app/call.ts';
import type { CallOptions } from '#web/app/post.ts';
import { sayable, StaleError } from '#web/app/problems.ts';
import { useSession } from '#web/app/session.ts';
import { useDraft } from '#web/ui/drafts.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { theirChanges, type Said } from '#web/ui/theirChanges.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import type { FormHandle } from './record.ts';

/** A record as it was fetched. */
export interface Fetched<Draft> {
  readonly draft: Draft;
  readonly version: number;
}

interface RecordForm<Draft extends object, Field extends string, Saved> {
  /** Under which what was typed is kept across a reload. */
  readonly keptAs: string;
  readonly isReadOnly: boolean;
  /** The stored record; null for a new one, which begins as `blank`. */
  readonly opened: Fetched<Draft> | null;
  readonly blank: Draft;
  readonly problems: (draft: Draft) => readonly FieldProblem<Field>[];
  /** The draft in words, field by field in the order of the form. */
  readonly say: (draft: Draft) => readonly Said[];
  readonly save: (draft: Draft, options: CallOptions) => Promise<Saved>;
  readonly onSaved: (saved: Saved, draft: Draft) => Promise<void>;
  /** Fetches the stored record anew. */
  readonly reload: () => Promise<Fetched<Draft> | undefined>;
  /** The selector of a field, by which a message gives the focus back to it; of the first field when none is named. */
  readonly selectorOf: (field?: Field) => string | undefined;
  readonly handle: Ref<FormHandle>;
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** What every form of a record does: typed, checked, saved once, never lost by accident, never over another's work. */
export function useRecordForm<Draft extends object, Field extends string, Saved>(
  form: RecordForm<Draft, Field, Saved>,
) {
  const { isReadOnly, opened } = form;
  const user = useSession()?.srno ?? 0;
  const kept = useDraft<{ draft: Draft; version: number | undefined }>(`${user}.${form.keptAs}`);
  const restored = isReadOnly ? undefined : kept.restored;
  const [base, setBase] = useState(opened?.draft ?? form.blank);
  const [draft, setDraft] = useState(restored?.draft ?? base);
  const [version, setVersion] = useState(restored?.version ?? opened?.version);
  const [wasRestored, setWasRestored] = useState(restored !== undefined && !same(restored.draft, base));
  const [showsProblems, setShowsProblems] = useState(false);
  const [stale, setStale] = useState<{ error: StaleError; theirs: Fetched<Draft> | undefined } | null>(null);
  const [mine, setMine] = useState<Draft | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [submission] = useState(makeSubmission);
  const [modal, showMessage] = useMessage();
  const isDirty = !isReadOnly && !isSaved && !same(draft, base);
  const leaveGuard = useUnsavedGuard(isDirty);
  useImperativeHandle(form.handle, () => ({ isDirty: () => isDirty, discard: kept.discard }), [
    isDirty,
    kept.discard,
  ]);

  function change(next: Draft): void {
    setDraft(next);
    kept.keep({ draft: next, version });
  }

  function startOver(next: Draft): void {
    kept.discard();
    setDraft(next);
    setWasRestored(false);
    setShowsProblems(false);
  }

  function sayError(error: unknown): undefined {
    const said = sayable(error);
    if (said !== null) showMessage(said, form.selectorOf());
  }

  async function save(overVersion = version): Promise<void> {
    const [problem] = form.problems(draft);
    if (problem !== undefined) {
      setShowsProblems(true);
      showMessage(problem.message, form.selectorOf(problem.field));
      return;
    }
    try {
      const idempotencyKey = submission.keyFor([form.keptAs, draft, overVersion]);
      const saved = await form.save(draft, { version: overVersion, idempotencyKey });
      submission.done();
      kept.discard();
      setSaved(true);
      await form.onSaved(saved, draft);
    } catch (error) {
      if (error instanceof StaleError)
        setStale({ error, theirs: await form.reload().catch(() => undefined) });
      else sayError(error);
    }
  }

  /** Shows what is stored now; what was typed can be brought back. */
  async function lookAtTheirs(): Promise<void> {
    const theirs = stale?.theirs ?? (await form.reload().catch(sayError));
    if (theirs === undefined) return;
    setMine(draft);
    setBase(theirs.draft);
    setVersion(theirs.version);
    startOver(theirs.draft);
  }

  const { working, run } = useSingleRun(() => save());
  return {
    draft,
    change,
    problems: showsProblems ? form.problems(draft) : [],
    working,
    run,
    modal,
    leaveGuard,
    /** Offered while what stands in the form was typed before a reload. */
    startOver: wasRestored ? () => startOver(base) : null,
    /** Offered while another's work stands in the form. */
    bringBackMine:
      mine === null
        ? null
        : () => {
            change(mine);
            setMine(null);
          },
    stale: {
      error: stale?.error ?? null,
      changes: stale?.theirs === undefined ? [] : theirChanges(form.say, base, stale.theirs.draft, draft),
      onClose: () => setStale(null),
      onTheirs: lookAtTheirs,
      onMine: () => save(stale?.error.version),
    },
  };
}
