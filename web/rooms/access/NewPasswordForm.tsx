import { Button } from '@mantine/core';
import { useState } from 'react';
import { finishReset } from '#contract/access/session.ts';
import { call } from '#web/app/call.ts';
import { messageOf } from '#web/app/problems.ts';
import { endSession } from '#web/app/session.ts';
import { accessText } from '#web/texts/access.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { MessageModal, type Message } from '#web/ui/MessageModal.tsx';
import styles from './Access.module.css';
import { AccessForm } from './AccessPage.tsx';
import { newPasswordProblem } from './newPassword.ts';
import { Policy, SecretField } from './Passwords.tsx';

const text = accessText.change;
const FIELD = { new: 'reset-new', confirm: 'reset-confirm' } as const;

/** The form that a mailed reset link leads to. */
export function NewPasswordForm({ token, onClose }: { token: string; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [message, setMessage] = useState<Message | null>(null);
  const [isDone, setDone] = useState(false);

  const { working, run } = useSingleRun(async () => {
    const chosen = password.trim();
    const problem = newPasswordProblem(chosen, confirm.trim());
    if (problem !== null) {
      setMessage({ text: problem.text, focus: `#${FIELD[problem.field]}` });
      return;
    }
    try {
      await call(finishReset, { passwords: { token, new: chosen, rnew: chosen } });
      // A reset ends every session of the user; this tab may hold one.
      endSession();
      setDone(true);
      setMessage({ text: accessText.newPassword.done });
    } catch (error) {
      setMessage({ text: messageOf(error), focus: `#${FIELD.new}` });
    }
  });

  return (
    <AccessForm title={accessText.newPassword.title} onSubmit={run}>
      <SecretField
        id={FIELD.new}
        label={text.newPassword}
        autoFocus
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <SecretField
        id={FIELD.confirm}
        label={text.confirm}
        autoComplete="new-password"
        value={confirm}
        onChange={setConfirm}
      />
      <Policy password={password} />
      <div className={styles.actions}>
        <Button type="submit" loading={working} fullWidth>
          {text.submit}
        </Button>
        <button type="button" className={styles.quiet} onClick={onClose}>
          {accessText.reset.back}
        </button>
      </div>
      <MessageModal
        message={message}
        onClose={() => {
          setMessage(null);
          if (isDone) onClose();
        }}
      />
    </AccessForm>
  );
}
