import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { headsToExpect, readNotes } from '#server/platform/trail/notes.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { advice, fault, ok, type Finding } from '#tools/doctor/finding.ts';

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

/** Compares the chain with the signed heads that were noted outside of the database. */
export async function checkHeads(
  admin: pg.Client,
  store: ObjectStore | null,
  key: KeyObject | null,
  restoredTo: Date | undefined,
): Promise<readonly Finding[]> {
  if (store === null || key === null)
    return [advice('heads', 'of the trail are not kept outside of the database (TRAIL_HEAD_STORE).')];
  const { notes, faults } = await readNotes(store, key);
  const heads = headsToExpect(notes, restoredTo?.toISOString());
  const { rows } = await admin.query<{ seq: string; hash: string }>(SEALS, [heads.map(({ seq }) => seq)]);
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]));
  const wrong = heads.filter(({ seq, hash }) => hashes.get(seq) !== hash);
  const findings = [
    ...faults.map((text) => fault('heads', `: ${text}.`)),
    ...wrong.map(({ seq, at }) =>
      hashes.has(seq)
        ? fault('heads', `: seal ${seq} is not the one that was noted at ${at}.`)
        : fault('heads', `: seal ${seq}, noted at ${at}, is missing.`),
    ),
  ];
  if (findings.length > 0) return findings;
  if (heads.length === 0) return [advice('heads', 'were not noted yet.')];
  return [ok('heads', `: ${heads.length} signed heads of the trail are in the chain.`)];
}
