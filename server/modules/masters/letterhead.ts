import { buffer } from 'node:stream/consumers';
import type { Executor } from '#server/platform/database.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import { TaskEnded } from '#server/platform/children/limited-child.ts';
import { ObjectNotFound, type ObjectStore } from '#server/platform/files/store.ts';
import { BUSY_TEXT, Busy } from '#server/platform/gate.ts';
import { printableLogo } from '#server/platform/pdf/logo.ts';
import type { Letterhead } from '#server/platform/pdf/description.ts';
import { companyStatements } from './company.sql.ts';

/** Reads the current letterhead of the company. */
export type Letterheads = (on: Executor) => Promise<Letterhead>;

/** The logo is converted for print once and cached until it changes. */
export function openLetterheads(store: ObjectStore): Letterheads {
  let kept: { readonly hash: string; readonly logo: Promise<Buffer | null> } | null = null;
  async function load(hash: string): Promise<Buffer | null> {
    try {
      return await printableLogo(await buffer(await store.get(hash)));
    } catch (error) {
      if (error instanceof ObjectNotFound) return null;
      // Clearing the cache lets the next document try again.
      kept = null;
      if (error instanceof Busy) throw new Refusal(BUSY_TEXT);
      if (error instanceof TaskEnded) return null;
      throw error;
    }
  }
  return async (on) => {
    const { logo_hash: hash, ...profile } = await companyStatements.letterhead(on);
    const company = { ...profile, name: profile.name === '' ? 'Bureau' : profile.name };
    if (hash === null) return { company, logo: null };
    if (kept?.hash !== hash) kept = { hash, logo: load(hash) };
    return { company, logo: await kept.logo };
  };
}
