import { useImperativeHandle, useState, type Ref } from 'react';
import type { FieldProblem } from '#domain/rules.ts';
import { makeSubmission } from '#web/wire/call.ts';
import type { CallOptions } from '#web/wire/post.ts';
import { useProblem } from '../problem/useProblem.tsx';
import { StaleError } from '#web/wire/problems.ts';
import { useSession } from '#web/wire/session.ts';
import { useDraft } from '#web/ui/drafts.ts';
import { theirChanges, type FieldChange } from '#web/ui/theirChanges.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import type { FormHandle } from './record.ts';

/** A record as it was fetched. */
export interface Fetched<Draft> {
  readonly draft: Draft;
  readonly version: number;
}

interface RecordForm<Draft extends object, Field extends string, Saved> {
  /** The key under which the draft is stored across a reload. */
  readonly keptAs: string;
  readonly isReadOnly: boolean;
  /** The stored record; null for a new one, which starts as `blank`. */
  readonly opened: Fetched<Draft> | null;
  readonly blank: Draft;
  readonly problems: (draft: Draft) => readonly FieldProblem<Field>[];
  /** The draft in words, field by field in the order of the form. */
  readonly say: (draft: Draft) => readonly FieldChange[];
  readonly save: (draft: Draft, options: CallOptions) => Promise<Saved>;
  readonly onSaved: (saved: Saved, draft: Draft) => Promise<void>;
  /** Fetches the stored record again. */
  readonly reload: () => Promise<Fetched<Draft> | undefined>;
  /** The selector of a field, by which a message restores the focus to it; of the first field if none is given. */
  readonly selectorOf: (field?: Field) => string | undefined;
  readonly handle: Ref<FormHandle>;
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The behaviour of every record form: drafts survive a reload, input is validated, a save has one effect, and it never
 * overwrites another user's changes.
 */
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
  const [modal, showProblem, showMessage] = useProblem();
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
    showProblem(error, form.selectorOf());
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

  /** Shows the stored record; the user can bring back their own input. */
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
    /** Offered while the form shows input from before a reload. */
    startOver: wasRestored ? () => startOver(base) : null,
    /** Offered while the form shows another user's version. */
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
