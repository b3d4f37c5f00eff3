import { useState } from 'react';
import { finishReset } from '#contract/access/session.ts';
import { call } from '#web/wire/call.ts';
import { messageOf } from '#web/wire/problems.ts';
import { endSession } from '#web/wire/session.ts';
import { accessText } from '#web/texts/access.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { uiText } from '#web/texts/ui.ts';
import { MessageModal, type Message } from '#web/ui/MessageModal.tsx';
import { AccessActions, AccessForm } from './AccessPage.tsx';
import { Policy, useNewPassword } from './Passwords.tsx';

const text = accessText.change;
const FIELD = { new: 'reset-new', confirm: 'reset-confirm' } as const;

/** The form that a mailed reset link opens. */
export function NewPasswordForm({ token, onClose }: { token: string; onClose: () => void }) {
  const { fields, password, chosen, problem } = useNewPassword(FIELD);
  const [message, setMessage] = useState<Message | null>(null);
  const [isDone, setDone] = useState(false);

  const { working, run } = useSingleRun(async () => {
    if (problem !== null) {
      setMessage(problem);
      return;
    }
    try {
      await call(finishReset, { passwords: { token, new: chosen, rnew: chosen } });
      // A reset ends every session of the user, and this tab may have one.
      endSession();
      setDone(true);
      setMessage({ text: accessText.newPassword.done, title: uiText.message.done });
    } catch (error) {
      setMessage({ text: messageOf(error), focus: `#${FIELD.new}` });
    }
  });

  return (
    <AccessForm title={accessText.newPassword.title} onSubmit={run}>
      {fields}
      <Policy password={password} />
      <AccessActions submit={text.submit} working={working} other={accessText.reset.back} onOther={onClose} />
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
