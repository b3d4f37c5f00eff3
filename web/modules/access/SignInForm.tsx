import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signIn } from '#contract/access/session.ts';
import { isMessageCode, MESSAGES } from '#domain/messages.ts';
import { call } from '#web/wire/call.ts';
import { messageOf } from '#web/wire/problems.ts';
import { firstPath, openSession } from '#web/wire/session.ts';
import { accessText } from '#web/texts/access.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { AccessActions, AccessForm } from './AccessPage.tsx';
import { SecretField } from './Passwords.tsx';
import { signOutNow } from './signOut.ts';
import { UsernameField } from './UsernameField.tsx';

const text = accessText.signIn;
export const SIGN_IN_USERNAME = 'signin-username';
const SIGN_IN_PASSWORD = 'signin-password';

/** Username and password. */
export function SignInForm({ onForgot }: { onForgot: () => void }) {
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [modal, show] = useMessage();

  const { working, run } = useSingleRun(async () => {
    const id = username.trim();
    const secret = password.trim();
    if (id === '' || secret === '') {
      show(MESSAGES.MSG0001, `#${id === '' ? SIGN_IN_USERNAME : SIGN_IN_PASSWORD}`);
      return;
    }
    try {
      // Signing in as another user ends the session of this tab.
      await signOutNow();
      const { reply } = await call(signIn, { username: id, password: secret, tag: 'WEB' });
      if (!('session' in reply)) {
        show(isMessageCode(reply.status) ? MESSAGES[reply.status] : MESSAGES.ERR0000, `#${SIGN_IN_PASSWORD}`);
        return;
      }
      // The type allows only 0 or 1; the specification defines what to do if the wire sends another value.
      if (!([0, 1] as unknown[]).includes(reply.chg_pw_on_logon)) {
        show(MESSAGES.ERR0000);
        return;
      }
      openSession(reply);
      await navigate(firstPath(reply));
    } catch (error) {
      show(messageOf(error), `#${SIGN_IN_PASSWORD}`);
    }
  });

  return (
    <AccessForm title={text.title} onSubmit={run}>
      <UsernameField id={SIGN_IN_USERNAME} label={text.username} value={username} onChange={setUsername} />
      <SecretField
        id={SIGN_IN_PASSWORD}
        name="password"
        label={text.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <AccessActions submit={text.submit} working={working} other={text.forgot} onOther={onForgot} />
      {modal}
    </AccessForm>
  );
}
