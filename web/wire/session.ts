import { useSyncExternalStore } from 'react';
import type { ReplyOf } from '#contract/define.ts';
import type { signIn } from '#contract/access/session.ts';
import type { MessageCode } from '#domain/messages.ts';

/** The session data that is stored in this tab after sign-in. */
export type Session = Omit<Extract<ReplyOf<typeof signIn>, { session: string }>, 'status'>;

const STORE = 'bureau.session';

const watchers = new Set<() => void>();
let current: Session | null | undefined;
let farewell: MessageCode | null = null;

function changed(): void {
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function readStored(): Session | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as Session | null;
    return typeof stored?.session === 'string' ? stored : null;
  } catch {
    return null;
  }
}

export function readSession(): Session | null {
  current ??= readStored();
  return current;
}

/** Stores exactly the specified fields of the sign-in reply, and the second factor if one is due. */
export function openSession(signedIn: Session): void {
  const { session, srno, id, name, entityid, entitytype, entityname, empcode, finyear, chg_pw_on_logon } =
    signedIn;
  current = { session, srno, id, name, entityid, entitytype, entityname, empcode, finyear, chg_pw_on_logon };
  if (signedIn.factor !== undefined) current = { ...current, factor: signedIn.factor };
  sessionStorage.setItem(STORE, JSON.stringify(current));
  farewell = null;
  changed();
}

/**
 * Removes the session. If a message is given, the sign-in screen shows it as the reason. If an id is given, only the
 * session with this id is removed, so that a late reply to an old session does not end a new one.
 */
export function endSession(why: MessageCode | null = null, id?: string): void {
  const open = readSession();
  if (open === null || (id !== undefined && open.session !== id)) return;
  current = null;
  sessionStorage.removeItem(STORE);
  farewell = why;
  changed();
}

/** Clears chg_pw_on_logon after the user has changed the password. */
export function passwordChanged(): void {
  const open = readSession();
  if (open !== null) openSession({ ...open, chg_pw_on_logon: 0 });
}

/** Notes that the server wants a second factor first, or with undefined that it has one. */
export function factorDue(factor: Session['factor'], id?: string | null): void {
  const open = readSession();
  if (open !== null && (id === undefined || open.session === id) && open.factor !== factor)
    openSession({ ...open, factor });
}

/** The session of this tab; null if nobody is signed in. */
export const useSession = (): Session | null => useSyncExternalStore(watch, readSession);

/** The reason why the last session ended, until the user has read it. */
export const useFarewell = (): MessageCode | null => useSyncExternalStore(watch, () => farewell);

export function farewellRead(): void {
  farewell = null;
  changed();
}

/** The first screen of a user: a second factor that is due, the forced change of password, the rate card of a franchise, or home. */
export function firstPath({ factor, chg_pw_on_logon, entitytype }: Session): string {
  if (factor !== undefined) return '/signin-security';
  if (chg_pw_on_logon === 1) return '/changepassword';
  return entitytype === 'F' ? '/rate-card' : '/home';
}
