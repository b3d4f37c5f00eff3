import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '#contract/access/session.ts';
import { call } from '#web/app/call.ts';
import { endSession, readSession } from '#web/app/session.ts';
import { discardAllDrafts } from '#web/ui/drafts.ts';

/** What the start page is told by whoever sends a user there to sign out. */
export const SIGNING_OUT = { signOut: true };

export const isSigningOut = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signOut' in state;

/**
 * Leads to the start page, which ends the session: so a form with unsaved work is asked first, like before any other
 * way out of it.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return useCallback(() => void navigate('/', { state: SIGNING_OUT }), [navigate]);
}

/** Ends the session on the server and here. Here it ends even when the server cannot be reached. */
export async function signOutNow(): Promise<void> {
  if (readSession() === null) return;
  const ended = call(signOut, {}).catch(() => undefined);
  endSession();
  discardAllDrafts();
  await ended;
}
