import { useSyncExternalStore } from 'react';
import { isSigningOut } from '#web/modules/access/signOut.ts';
import { UnsentRequests, useUnsentCount } from '#web/modules/requests/unsent/UnsentRequests.tsx';
import { connectionText as text } from '#web/texts/connection.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useHeldNavigation } from '#web/ui/navigation/useHeldNavigation.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Offer } from '#web/ui/Offer.tsx';
import { useConnected } from '#web/wire/connection.ts';
import styles from './Connection.module.css';
import { hasNewBuild, startWorker, watchBuild } from './startWorker.ts';
import { watchServer } from './watchServer.ts';

// This module is loaded once, after the first screen.
watchServer();
void startWorker();
// The form needs it when there is no connection to load it.
import('#web/modules/requests/unsent/keep.ts').catch(() => undefined);

export { Help } from './Help.tsx';
export { StepUp } from './StepUp.tsx';

/** The lines above a screen about the connection, a new version, and drafts that wait on this device. */
export function Connection({ user }: { user: number }) {
  const connected = useConnected();
  const isNewer = useSyncExternalStore(watchBuild, hasNewBuild);
  return (
    <div className={`${styles.lines} no-print`}>
      {connected ? null : (
        <Notice meaning="waiting" live>
          {text.lost}
        </Notice>
      )}
      {isNewer ? (
        // The form asks before it loses what cannot be restored after a reload.
        <Offer text={text.newBuild} action={text.reload} onPress={() => location.reload()} />
      ) : null}
      <UnsentRequests user={user} connected={connected} />
      <SignOutQuestion user={user} />
    </div>
  );
}

/** Asks before a user signs out whose drafts wait on this device. */
function SignOutQuestion({ user }: { user: number }) {
  const count = useUnsentCount(user);
  const { isHeld, proceed, stay } = useHeldNavigation(
    ({ nextLocation }) => count > 0 && isSigningOut(nextLocation.state),
  );
  return (
    <ConfirmModal
      opened={isHeld}
      title={text.signOut.title}
      confirm={text.signOut.confirm}
      onConfirm={proceed}
      onClose={stay}
    >
      {text.signOut.text}
    </ConfirmModal>
  );
}
