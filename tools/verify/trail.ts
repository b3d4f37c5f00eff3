import type pg from 'pg';
import {
  headsIn,
  headsToExpect,
  isGivenUp,
  restoresIn,
  type HeadNote,
  type Note,
} from '#server/platform/trail/notes.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { advice, fault, ok, type Finding } from '#tools/doctor/finding.ts';
import { describeLoss, trailEndOf } from './losses.ts';

/** The chain of seals, and the partitions that have left it. */
export async function checkChain(
  url: string,
): Promise<{ readonly findings: readonly Finding[]; readonly departed: readonly string[] }> {
  const { seals, rows, unsealed, departed, faults } = await verifyTrail(url);
  return {
    departed: departed.map(({ part }) => `platform.${part}`),
    findings:
      faults.length === 0
        ? [ok('trail', `: ${rows} rows in ${seals} seals are whole; ${unsealed} wait for their seal.`)]
        : faults.map((text) => fault('trail', `: ${text}.`)),
  };
}

const SEALS = `select seq::text, encode(hash, 'hex') as hash from platform.trail_seal where seq = any ($1::bigint[])`;

async function hashesOf(admin: pg.Client, heads: readonly HeadNote[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await admin.query<{ seq: string; hash: string }>(SEALS, [heads.map(({ seq }) => seq)]);
  return new Map(rows.map(({ seq, hash }) => [seq, hash]));
}

/** What the last restore has lost, as far as the heads show it that were noted before. */
async function checkRestore(admin: pg.Client, notes: readonly Note[]): Promise<readonly Finding[]> {
  const restore = restoresIn(notes).at(-1);
  if (restore === undefined) return [];
  const before = headsIn(notes).filter(({ at }) => isGivenUp([restore], at));
  const hashes = await hashesOf(admin, before);
  const lost = before.findLast(({ seq, hash }) => hashes.get(seq) !== hash);
  return [
    lost === undefined
      ? ok('restore', `of ${restore.at} to ${restore.to} has lost no head that was noted.`)
      : advice('restore', `of ${restore.at}: ${describeLoss(restore.to, lost.at)}`),
  ];
}

/** Compares the chain with the signed heads that were noted outside of the database; null if they are not kept. */
export async function checkHeads(
  admin: pg.Client,
  kept: { readonly notes: readonly Note[]; readonly faults: readonly string[] } | null,
  restoredTo: Date | undefined,
): Promise<readonly Finding[]> {
  if (kept === null)
    return [advice('heads', 'of the trail are not kept outside of the database (TRAIL_HEAD_STORE).')];
  const heads = headsToExpect(kept.notes, restoredTo?.toISOString());
  const hashes = await hashesOf(admin, heads);
  const missing = heads.filter(({ seq }) => !hashes.has(seq));
  const altered = heads.filter(({ seq, hash }) => hashes.has(seq) && hashes.get(seq) !== hash);
  const last = missing.at(-1);
  const findings = [
    ...kept.faults.map((text) => fault('heads', `: ${text}.`)),
    ...altered.map(({ seq, at }) => fault('heads', `: seal ${seq} is not the one that was noted at ${at}.`)),
    ...missing.map(({ seq, at }) => fault('heads', `: seal ${seq}, noted at ${at}, is missing.`)),
    ...(last === undefined
      ? []
      : [
          fault(
            'heads',
            `: ${describeLoss((await trailEndOf(admin)).at, last.at)} If the database was restored, run npm run restore -- finish.`,
          ),
        ]),
  ];
  const restore = restoredTo === undefined ? await checkRestore(admin, kept.notes) : [];
  if (findings.length > 0) return [...findings, ...restore];
  if (heads.length === 0) return [advice('heads', 'were not noted yet.'), ...restore];
  return [ok('heads', `: ${heads.length} signed heads of the trail are in the chain.`), ...restore];
}
