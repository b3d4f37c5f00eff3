import { useSyncExternalStore } from 'react';
import type { ReplyOf } from '#contract/define.ts';
import type { signIn } from '#contract/access/session.ts';
import type { MessageCode } from '#domain/messages.ts';

/** What is kept of a sign-in, in this tab only. */
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

/** Keeps exactly what is specified of a sign-in. */
export function openSession(signedIn: Session): void {
  const { session, srno, id, name, entityid, entitytype, entityname, empcode, finyear, chg_pw_on_logon } =
    signedIn;
  current = { session, srno, id, name, entityid, entitytype, entityname, empcode, finyear, chg_pw_on_logon };
  sessionStorage.setItem(STORE, JSON.stringify(current));
  farewell = null;
  changed();
}

/**
 * Forgets the session. With a message, the sign-in screen says why; with an id, only that session is meant, so that
 * a late answer to an old one does not end a new one.
 */
export function endSession(why: MessageCode | null = null, id?: string): void {
  const open = readSession();
  if (open === null || (id !== undefined && open.session !== id)) return;
  current = null;
  sessionStorage.removeItem(STORE);
  farewell = why;
  changed();
}

/** The user has done what chg_pw_on_logon asked for. */
export function passwordChanged(): void {
  const open = readSession();
  if (open !== null) openSession({ ...open, chg_pw_on_logon: 0 });
}

/** The session of this tab; null when nobody is signed in. */
export const useSession = (): Session | null => useSyncExternalStore(watch, readSession);

/** Why the last session ended, until it has been read. */
export const useFarewell = (): MessageCode | null => useSyncExternalStore(watch, () => farewell);

export function farewellRead(): void {
  farewell = null;
  changed();
}

/** The first screen of a user: the forced change of password, the rate card of a franchise, or home. */
export function firstPath({ chg_pw_on_logon, entitytype }: Session): string {
  if (chg_pw_on_logon === 1) return '/changepassword';
  return entitytype === 'F' ? '/rate-card' : '/home';
}
