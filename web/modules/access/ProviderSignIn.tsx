import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { finishProviderSignIn } from '#contract/access/session.ts';
import { refusalText } from '#domain/access/provider.ts';
import { MESSAGES } from '#domain/messages.ts';
import { call } from '#web/wire/call.ts';
import { messageOf } from '#web/wire/problems.ts';
import { providerName } from '#web/wire/provider.ts';
import { firstPath, openSession } from '#web/wire/session.ts';
import { accessText } from '#web/texts/access.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import styles from './Access.module.css';
import { SIGN_IN_USERNAME } from './SignInForm.tsx';
import { signOutNow } from './signOut.ts';

const IN_HASH = /^#signin(?:=([a-z]+))?$/;

/** The link to the identity provider, and the end of a sign-in that comes back from it. */
export function ProviderSignIn() {
  const navigate = useNavigate();
  const [modal, show] = useMessage();
  const name = providerName();

  useEffect(() => {
    const found = IN_HASH.exec(location.hash);
    if (found === null || name === '') return;
    // A reload does not repeat what is done here.
    history.replaceState(history.state, '', location.pathname);
    const reason = found[1] ?? '';
    const finish = async () => {
      // Signing in as another user ends the session of this tab.
      await signOutNow();
      const { reply } = await call(finishProviderSignIn, {}, { withCookies: true });
      if (!('session' in reply)) return show(MESSAGES[reply.status], `#${SIGN_IN_USERNAME}`);
      openSession(reply);
      await navigate(firstPath(reply));
    };
    if (reason === '') finish().catch((error: unknown) => show(messageOf(error), `#${SIGN_IN_USERNAME}`));
    else show(refusalText(reason), `#${SIGN_IN_USERNAME}`);
    // This runs once, when the page opens.
  }, [name, navigate, show]);

  if (name === '') return null;
  return (
    <div className={styles.provider}>
      <Button component="a" href="/sso/start" variant="default" fullWidth>
        {accessText.signIn.provider(name)}
      </Button>
      {modal}
    </div>
  );
}
