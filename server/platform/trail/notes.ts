import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { HASH_PREFIXES, type ObjectStore } from '../files/store.ts';

/**
 * A note is a signed sentence about the trail that is kept outside of the database. It is stored under the hash of its
 * bytes, so a note is never replaced. `head` says which seal was the last one at a moment. `restore` says that the
 * database was set back to a moment, so that heads noted between the two moments belong to a past that was given up.
 */
const noteSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    at: z.iso.datetime(),
    seq: z.string().regex(/^\d{1,19}$/),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  z.object({ kind: z.literal('restore'), at: z.iso.datetime(), to: z.iso.datetime() }),
]);
const signedSchema = z.object({ note: z.string(), signature: z.base64() });

export type Note = z.infer<typeof noteSchema>;
export type HeadNote = Extract<Note, { kind: 'head' }>;

/** The key of a PEM file, which must be Ed25519. */
export async function readSigningKey(file: string): Promise<KeyObject> {
  const key = createPrivateKey(await readFile(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} holds no Ed25519 key`);
  return key;
}

/** The key that checks signatures, from a PEM file with the public or the private key. */
export const readVerifyingKey = async (file: string): Promise<KeyObject> =>
  createPublicKey(await readFile(file));

/** Signs a note and stores it. */
export async function storeNote(store: ObjectStore, key: KeyObject, note: Note): Promise<void> {
  const text = JSON.stringify(note);
  const signature = sign(null, Buffer.from(text), key).toString('base64');
  await store.put(Buffer.from(`${JSON.stringify({ note: text, signature })}\n`));
}

function openNote(bytes: Buffer, key: KeyObject): Note {
  const { note, signature } = signedSchema.parse(JSON.parse(bytes.toString()));
  if (!verify(null, Buffer.from(note), key, Buffer.from(signature, 'base64')))
    throw new Error('its signature is not ours');
  return noteSchema.parse(JSON.parse(note));
}

const AT_ONCE = 32;

/** All notes whose signature is right, and the names of the others. */
export async function readNotes(
  store: ObjectStore,
  key: KeyObject,
): Promise<{ readonly notes: readonly Note[]; readonly faults: readonly string[] }> {
  const notes: Note[] = [];
  const faults: string[] = [];
  for (const prefix of HASH_PREFIXES) {
    const names = (await store.list(prefix)).values();
    const readOn = async () => {
      for (const name of names)
        try {
          notes.push(openNote(await buffer(await store.get(name)), key));
        } catch (error) {
          faults.push(
            `note ${name} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  }
  return { notes, faults };
}

export type RestoreNote = Extract<Note, { kind: 'restore' }>;

export const restoresIn = (notes: readonly Note[]): readonly RestoreNote[] =>
  notes.filter((note) => note.kind === 'restore').toSorted((one, other) => one.at.localeCompare(other.at));

/** Whether a restore has given up what was there at a moment. */
export const isGivenUp = (restores: readonly RestoreNote[], at: string): boolean =>
  restores.some((restore) => at > restore.to && at < restore.at);

export const headsIn = (notes: readonly Note[]): readonly HeadNote[] =>
  notes.filter((note) => note.kind === 'head').toSorted((one, other) => one.at.localeCompare(other.at));

/** The heads that a database must contain that was set back to a moment, or that never was. */
export function headsToExpect(notes: readonly Note[], restoredTo?: string): readonly HeadNote[] {
  const restores = restoresIn(notes);
  return headsIn(notes).filter(
    ({ at }) => !isGivenUp(restores, at) && (restoredTo === undefined || at <= restoredTo),
  );
}
