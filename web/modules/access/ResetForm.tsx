import { useState } from 'react';
import { resetPassword } from '#contract/access/session.ts';
import { TEXTS } from '#domain/messages.ts';
import { call } from '#web/wire/call.ts';
import { messageOf } from '#web/wire/problems.ts';
import { accessText } from '#web/texts/access.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { TextField } from '#web/ui/Field.tsx';
import { uiText } from '#web/texts/ui.ts';
import { MessageModal, type Message } from '#web/ui/MessageModal.tsx';
import { AccessActions, AccessForm } from './AccessPage.tsx';
import { UsernameField } from './UsernameField.tsx';

const text = accessText.reset;
const USERNAME = 'reset-username';
const EMAIL = 'reset-email';
const MAX_EMAIL_CHARS = 254;

/** Username and e-mail of a user who has forgotten the password. */
export function ResetForm({ onClose }: { onClose: () => void }) {
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState<Message | null>(null);
  const [isSent, setSent] = useState(false);

  const { working, run } = useSingleRun(async () => {
    const id = username.trim();
    const address = email.trim();
    if (id === '' || address === '') {
      setMessage({ text: TEXTS.badReset, focus: `#${id === '' ? USERNAME : EMAIL}` });
      return;
    }
    try {
      const { reply } = await call(resetPassword, { username: id, email: address });
      const isAccepted = reply.msg !== TEXTS.badReset;
      setSent(isAccepted);
      setMessage({
        text: reply.msg,
        focus: `#${USERNAME}`,
        ...(isAccepted ? { title: uiText.message.done } : {}),
      });
    } catch (error) {
      setMessage({ text: messageOf(error), focus: `#${USERNAME}` });
    }
  });

  return (
    <AccessForm title={text.title} intro={text.intro} onSubmit={run}>
      <UsernameField id={USERNAME} label={text.username} value={username} onChange={setUsername} />
      <TextField
        id={EMAIL}
        name="email"
        type="email"
        label={text.email}
        required
        autoComplete="email"
        maxLength={MAX_EMAIL_CHARS}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <AccessActions submit={text.submit} working={working} other={text.back} onOther={onClose} />
      <MessageModal
        message={message}
        onClose={() => {
          setMessage(null);
          if (isSent) onClose();
        }}
      />
    </AccessForm>
  );
}
