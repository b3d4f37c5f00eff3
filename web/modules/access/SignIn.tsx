import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { MESSAGES } from '#domain/messages.ts';
import { useConnected } from '#web/wire/connection.ts';
import { farewellRead, firstPath, useFarewell, useSession } from '#web/wire/session.ts';
import { usePageTitle } from '#web/wire/waiting.ts';
import { accessText } from '#web/texts/access.ts';
import { uiText } from '#web/texts/ui.ts';
import { MessageModal } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Access.module.css';
import { AccessPage } from './AccessPage.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ProviderSignIn } from './ProviderSignIn.tsx';
import { ResetForm } from './ResetForm.tsx';
import { forgetResetToken, useResetToken } from './resetToken.ts';
import { SIGN_IN_USERNAME, SignInForm } from './SignInForm.tsx';
import { isSigningOut, signOutNow } from './signOut.ts';

/** The start page: sign-in, its second mode for a forgotten password, and the form that a mailed link opens. */
export function SignIn() {
  const [isResetting, setResetting] = useState(false);
  const token = useResetToken();
  const farewell = useFarewell();
  const isConnected = useConnected();
  usePageTitle('');
  useSigningOut();

  return (
    <AccessPage>
      {token !== null ? (
        <NewPasswordForm token={token} onClose={forgetResetToken} />
      ) : isResetting ? (
        <ResetForm onClose={() => setResetting(false)} />
      ) : (
        <>
          <StillSignedIn />
          {isConnected ? null : (
            <Notice meaning="waiting" live>
              {accessText.signIn.offline}
            </Notice>
          )}
          <SignInForm onForgot={() => setResetting(true)} />
          <ProviderSignIn />
        </>
      )}
      <MessageModal
        message={
          farewell === null
            ? null
            : { text: MESSAGES[farewell], title: uiText.message.signedOut, focus: `#${SIGN_IN_USERNAME}` }
        }
        onClose={farewellRead}
      />
    </AccessPage>
  );
}

/** Signs out a user who was sent here to sign out. A later return to this page does not repeat it. */
function useSigningOut(): void {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const isAsked = isSigningOut(state);
  useEffect(() => {
    if (!isAsked) return;
    void signOutNow();
    void navigate('/', { replace: true, state: null });
  }, [isAsked, navigate]);
}

/** Shows a link back to a user who is signed in and came here by a wrong address or without a right. */
function StillSignedIn() {
  const session = useSession();
  const state: unknown = useLocation().state;
  if (session === null || isSigningOut(state)) return null;
  return (
    <div className={styles.still}>
      <Notice meaning="info">
        {accessText.signIn.stillSignedIn(session.name)}{' '}
        <Link to={firstPath(session)}>{accessText.signIn.goOn}</Link>
      </Notice>
    </div>
  );
}
