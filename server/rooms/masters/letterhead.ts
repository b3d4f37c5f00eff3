import { buffer } from 'node:stream/consumers';
import type { Executor } from '#server/platform/database.ts';
import { ObjectNotFound, type ObjectStore } from '#server/platform/files/store.ts';
import { printableLogo } from '#server/platform/pdf/logo.ts';
import type { Letterhead } from '#server/platform/pdf/parts.ts';
import { companyStatements } from './company.sql.ts';

/** The head of the company's papers as it is now. */
export type Letterheads = (on: Executor) => Promise<Letterhead>;

/** The logo is made ready for print once and kept until there is another. */
export function openLetterheads(store: ObjectStore): Letterheads {
  let kept: { readonly hash: string; readonly logo: Promise<Buffer | null> } | null = null;
  async function load(hash: string): Promise<Buffer | null> {
    try {
      return await printableLogo(await buffer(await store.get(hash)));
    } catch (error) {
      if (error instanceof ObjectNotFound) return null;
      kept = null;
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
