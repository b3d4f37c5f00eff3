import { Button } from '@mantine/core';
import { useImperativeHandle, useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { makeSubmission } from '#web/app/call.ts';
import { messageOf, SessionEndedError, StaleError } from '#web/app/problems.ts';
import { useSession } from '#web/app/session.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useDraft } from '#web/ui/drafts.ts';
import { useKeys } from '#web/ui/keys.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import styles from './Master.module.css';
import type { FieldValue, NameOf, Opened } from './master.ts';
import { fieldId, MasterFields } from './MasterFields.tsx';
import type { MasterRecordProps } from './record.ts';
import { StaleModal } from './StaleModal.tsx';

interface MasterFormProps<
  Draft extends Readonly<Record<keyof Draft, FieldValue>>,
> extends MasterRecordProps<Draft> {
  /** The stored record; null for a new one. */
  opened: Opened<Draft> | null;
  /** Fetches the stored record anew. */
  onReload?: () => Promise<Opened<Draft> | undefined>;
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** The form of a master record: typed, checked, saved once, and never lost by accident. */
export function MasterForm<Draft extends Readonly<Record<keyof Draft, FieldValue>>>(
  props: MasterFormProps<Draft>,
) {
  const { master, srno, opened, isReadOnly, onClose } = props;
  const user = useSession()?.srno ?? 0;
  const kept = useDraft<{ draft: Draft; version: number | undefined }>(`${user}.${master.id}.${srno}`);
  const restored = isReadOnly ? undefined : kept.restored;
  const [base, setBase] = useState(opened?.draft ?? master.blank);
  const [draft, setDraft] = useState(restored?.draft ?? base);
  const [version, setVersion] = useState(restored?.version ?? opened?.version);
  const [wasRestored, setWasRestored] = useState(restored !== undefined && !same(restored.draft, base));
  const [showsProblems, setShowsProblems] = useState(false);
  const [stale, setStale] = useState<StaleError | null>(null);
  const [mine, setMine] = useState<Draft | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [submission] = useState(makeSubmission);
  const [modal, showMessage] = useMessage();
  const isDirty = !isReadOnly && !isSaved && !same(draft, base);
  const leaveGuard = useUnsavedGuard(isDirty);
  useImperativeHandle(props.form, () => ({ isDirty: () => isDirty, discard: kept.discard }), [
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

  const focusOn = (name: NameOf<Draft> | undefined) =>
    name === undefined ? undefined : `#${fieldId(master.id, name)}`;

  async function save(overVersion = version): Promise<void> {
    const [problem] = master.problems(draft);
    if (problem !== undefined) {
      setShowsProblems(true);
      showMessage(problem.message, focusOn(problem.field));
      return;
    }
    try {
      const idempotencyKey = submission.keyFor([srno, draft, overVersion]);
      const { reply } = await master.save(srno, draft, { version: overVersion, idempotencyKey });
      submission.done();
      kept.discard();
      setSaved(true);
      await props.onSaved(reply.srno, draft);
    } catch (error) {
      if (error instanceof StaleError) setStale(error);
      else if (!(error instanceof SessionEndedError))
        showMessage(messageOf(error), focusOn(master.fields[0]?.name));
    }
  }

  async function lookAtTheirs(): Promise<void> {
    const theirs = await props.onReload?.();
    if (theirs === undefined) return;
    setMine(draft);
    setBase(theirs.draft);
    setVersion(theirs.version);
    startOver(theirs.draft);
  }

  const { working, run } = useSingleRun(() => save());
  useKeys([
    ...(isReadOnly ? [] : [{ keys: 'ctrl+enter', does: uiText.keys.save, run }]),
    { keys: 'escape', does: uiText.keys.back, run: onClose },
  ]);

  const problems = showsProblems ? master.problems(draft) : [];
  const marks = Object.fromEntries(
    problems.map(({ field, message }) => [
      field,
      message === mandatoryMessage() ? mastersText.missing : message,
    ]),
  );
  const title = isReadOnly ? master.texts.view : srno === 0 ? master.texts.add : master.texts.edit;
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <h2 className={styles.title}>{title}</h2>
      {isReadOnly ? <Notice meaning="info">{mastersText.readOnly}</Notice> : null}
      {wasRestored ? (
        <Offer text={mastersText.restored} action={mastersText.startOver} onPress={() => startOver(base)} />
      ) : null}
      {mine === null ? null : (
        <Offer
          text={mastersText.stale.looking}
          action={mastersText.stale.bringBack}
          onPress={() => {
            change(mine);
            setMine(null);
          }}
        />
      )}
      <MasterFields master={master} draft={draft} marks={marks} isReadOnly={isReadOnly} onChange={change} />
      {opened === null ? null : <Changed {...opened} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          {isReadOnly ? mastersText.close : mastersText.cancel}
        </Button>
        {isReadOnly ? null : (
          <Button type="submit" loading={working}>
            {mastersText.save}
          </Button>
        )}
      </div>
      {modal}
      {leaveGuard}
      <StaleModal
        stale={stale}
        onClose={() => setStale(null)}
        onTheirs={lookAtTheirs}
        onMine={() => save(stale?.version)}
      />
    </form>
  );
}

/** One quiet line with one thing to do about it. */
function Offer({ text, action, onPress }: { text: string; action: string; onPress: () => void }) {
  return (
    <Notice meaning="info" live>
      {text}{' '}
      <button type="button" className={styles.offer} onClick={onPress}>
        {action}
      </button>
    </Notice>
  );
}

function Changed({ changedBy, changedAt }: Pick<Opened<unknown>, 'changedBy' | 'changedAt'>) {
  return (
    <p className={styles.changed}>{mastersText.changed(changedBy, formatDateTime(Date.parse(changedAt)))}</p>
  );
}
