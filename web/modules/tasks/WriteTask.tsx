import { Button } from '@mantine/core';
import { useState } from 'react';
import { addTask } from '#contract/tasks/tasks.ts';
import { MAX_TASK_CHARS, taskProblem } from '#domain/tasks/task.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { useSession } from '#web/wire/session.ts';
import { tasksText as text } from '#web/texts/tasks.ts';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useDraft } from '#web/ui/drafts.ts';
import { TextAreaField } from '#web/ui/Field.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Offer } from '#web/ui/Offer.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import styles from './Tasks.module.css';

const FIELD = 'task-text';

interface WriteTaskProps {
  onSaved: (message: string) => Promise<void>;
  onBack: () => void;
}

/** A new task. */
export function WriteTask({ onSaved, onBack }: WriteTaskProps) {
  const user = useSession()?.srno ?? 0;
  const kept = useDraft<string>(`${user}.task`);
  const [task, setTask] = useState(kept.restored ?? '');
  const [wasRestored, setWasRestored] = useState((kept.restored ?? '') !== '');
  const [submission] = useState(makeSubmission);
  const [isSaved, setSaved] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [modal, showProblem, showMessage] = useProblem();
  const isDirty = !isSaved && task.trim() !== '';
  const leaveGuard = useUnsavedGuard(isDirty);

  function change(next: string): void {
    setTask(next);
    setWrong(undefined);
    kept.keep(next);
  }

  const { working, run } = useSingleRun(async () => {
    const problem = taskProblem(task);
    if (problem !== null) {
      setWrong(problem);
      showMessage(problem, `#${FIELD}`);
      return;
    }
    try {
      const { reply } = await call(addTask, { task }, { idempotencyKey: submission.keyFor(task) });
      submission.done();
      kept.discard();
      setSaved(true);
      await onSaved(reply.msg);
    } catch (error) {
      showProblem(error, `#${FIELD}`);
    }
  });
  const back = () => (isDirty ? setLeaving(true) : onBack());
  useKeys([
    { keys: 'ctrl+enter', does: uiText.keys.save, run },
    { keys: 'escape', does: uiText.keys.back, run: back },
  ]);

  return (
    <form
      noValidate
      className={styles.write}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {wasRestored ? (
        <Offer
          text={text.restored}
          action={text.startOver}
          onPress={() => {
            kept.discard();
            setTask('');
            setWasRestored(false);
          }}
        />
      ) : null}
      <TextAreaField
        id={FIELD}
        label={text.write}
        description={text.left(MAX_TASK_CHARS - [...task].length)}
        rows={6}
        maxLength={MAX_TASK_CHARS}
        autoFocus
        value={task}
        error={wrong}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={back}>
          {text.back}
        </Button>
        <Button type="submit" loading={working}>
          {text.save}
        </Button>
      </div>
      {modal}
      {leaveGuard}
      <ConfirmModal
        opened={isLeaving}
        title={uiText.unsaved.title}
        confirm={uiText.unsaved.leave}
        cancel={uiText.unsaved.stay}
        danger
        onConfirm={() => {
          kept.discard();
          onBack();
        }}
        onClose={() => setLeaving(false)}
      >
        {uiText.unsaved.text}
      </ConfirmModal>
    </form>
  );
}
