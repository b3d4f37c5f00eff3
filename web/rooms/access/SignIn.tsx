import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { MESSAGES } from '#domain/messages.ts';
import { farewellRead, firstPath, useFarewell, useSession } from '#web/app/session.ts';
import { usePageTitle } from '#web/app/waiting.ts';
import { accessText } from '#web/texts/access.ts';
import { MessageModal } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Access.module.css';
import { AccessPage } from './AccessPage.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ResetForm } from './ResetForm.tsx';
import { forgetResetToken, useResetToken } from './resetToken.ts';
import { SIGN_IN_USERNAME, SignInForm } from './SignInForm.tsx';
import { isSigningOut, signOutNow } from './signOut.ts';

/** The start page: sign-in, its second mode for a forgotten password, and the form a mailed link leads to. */
export function SignIn() {
  const [isResetting, setResetting] = useState(false);
  const token = useResetToken();
  const farewell = useFarewell();
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
          <SignInForm onForgot={() => setResetting(true)} />
        </>
      )}
      <MessageModal
        message={farewell === null ? null : { text: MESSAGES[farewell], focus: `#${SIGN_IN_USERNAME}` }}
        onClose={farewellRead}
      />
    </AccessPage>
  );
}

/** Whoever was sent here to sign out is signed out; going back to this page later does not do it again. */
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

/** Who comes here while signed in, by a wrong address or for want of a right, finds the way back. */
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
