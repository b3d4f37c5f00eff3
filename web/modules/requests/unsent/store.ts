import { newIdempotencyKey } from '#web/wire/call.ts';
import type { StoredForm } from '../form/storedForm.ts';
import type { Unanswered } from '../form/sendRequest.ts';
import { seal, unseal } from './seal.ts';

/** A draft that waits on this device until it can be sent. */
export interface UnsentRequest {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly keptAt: string;
  /** 0 for a new request. */
  readonly srno: number;
  /** The content for the form, if the user opens the draft again. */
  readonly form: StoredForm;
  /** What to send: an earlier attempt without a reply first, then this content as a change of it. */
  readonly attempts: readonly Unanswered[];
  /** Why the server refused it; empty while it waits. */
  readonly refusal: string;
}

/** What is stored: when, in the clear, and everything else encrypted. */
interface StoredItem {
  readonly keptAt: string;
  readonly sealed: string;
}

const PREFIX = 'bureau.unsent.';
const CHANGED = 'unsentchange';
const MAX_UNSENT = 20;
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

const prefixOf = (user: number) => `${PREFIX}${user}.`;

function readItem(name: string): StoredItem | null {
  try {
    const item = JSON.parse(localStorage.getItem(name) ?? 'null') as StoredItem | null;
    return typeof item?.sealed === 'string' ? item : null;
  } catch {
    return null;
  }
}

const namesOf = (user: number): string[] =>
  Object.keys(localStorage).filter((name) => name.startsWith(prefixOf(user)));

/** Removes drafts of any user that nobody has come back for. */
export function removeOldUnsent(): void {
  const oldest = new Date(Date.now() - MAX_AGE_MS).toISOString();
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX) && (readItem(name)?.keptAt ?? '') < oldest) localStorage.removeItem(name);
}

const tell = () => dispatchEvent(new Event(CHANGED));

/** Calls back when a draft is added or removed, in this tab or in another. */
export function watchUnsent(watcher: () => void): () => void {
  addEventListener(CHANGED, watcher);
  addEventListener('storage', watcher);
  return () => {
    removeEventListener(CHANGED, watcher);
    removeEventListener('storage', watcher);
  };
}

/** How many drafts of the user wait here; known without the key. */
export const countUnsent = (user: number): number => namesOf(user).length;

/** The user's drafts, the oldest first. One that cannot be decrypted is left out. */
export async function readUnsent(user: number, key: string): Promise<UnsentRequest[]> {
  const found = await Promise.all(
    namesOf(user).map(async (name) => {
      const item = readItem(name);
      return item === null ? null : ((await unseal(item.sealed, key)) as UnsentRequest | null);
    }),
  );
  return found.filter((each) => each !== null).toSorted((a, b) => (a.keptAt < b.keptAt ? -1 : 1));
}

export async function writeUnsent(user: number, key: string, unsent: UnsentRequest): Promise<void> {
  const item: StoredItem = { keptAt: unsent.keptAt, sealed: await seal(unsent, key) };
  localStorage.setItem(prefixOf(user) + unsent.id, JSON.stringify(item));
  tell();
}

export function removeUnsent(user: number, id: string): void {
  localStorage.removeItem(prefixOf(user) + id);
  tell();
}

export const isUnsent = (user: number, id: string): boolean =>
  localStorage.getItem(prefixOf(user) + id) !== null;

/** Keeps a draft on this device. Returns false where that is not possible: without TLS, or if the storage is full. */
export async function keepUnsent(
  user: number,
  key: string,
  unsent: Pick<UnsentRequest, 'srno' | 'form' | 'attempts'>,
): Promise<boolean> {
  if (!isSecureContext || countUnsent(user) >= MAX_UNSENT) return false;
  try {
    const keptAt = new Date().toISOString();
    await writeUnsent(user, key, { ...unsent, id: newIdempotencyKey(), keptAt, refusal: '' });
    return true;
  } catch {
    return false;
  }
}
