import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '#contract/access/session.ts';
import { call } from '#web/wire/call.ts';
import { endSession, readSession } from '#web/wire/session.ts';
import { discardAllDrafts } from '#web/ui/drafts.ts';

/** The navigation state that tells the start page to sign the user out. */
export const SIGNING_OUT = { signOut: true };

export const isSigningOut = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signOut' in state;

/**
 * Navigates to the start page, which ends the session. A form with unsaved changes asks first, as before any other
 * navigation.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return useCallback(() => void navigate('/', { state: SIGNING_OUT }), [navigate]);
}

/** Ends the session on the server and in this tab. It ends in this tab even if the server cannot be reached. */
export async function signOutNow(): Promise<void> {
  if (readSession() === null) return;
  const ended = call(signOut, {}).catch(() => undefined);
  endSession();
  discardAllDrafts();
  await ended;
}
