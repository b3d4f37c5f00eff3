/**
 * How long each of the three calls of the renewal page takes for every kind of key that does not work. The kinds take
 * turns, so that other work on the machine meets all of them alike. Medians that differ by more than a tenth would tell a
 * stranger which keys exist.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFranchisee, addKey, sendLicence } from '#tools/testing/licences.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { measuredHere, median, type Duration } from './page.ts';

const TRIES_PER_ROUND = 100;
const BRIEF_TRIES = 2;
const MOST_APART = 1.1;

type Keys = Readonly<Record<string, string>>;

async function badKeys({ admin }: TestDatabase): Promise<Keys> {
  const [expired, revoked] = [await addFranchisee(admin), await addFranchisee(admin)];
  return {
    wrong: 'A'.repeat(32),
    expired: await addKey(admin, expired.srno, 'expired'),
    revoked: await addKey(admin, revoked.srno, 'revoked'),
    malformed: 'not a key',
  };
}

const CALLS: Readonly<Record<string, (url: string, entitykey: string) => Promise<unknown>>> = {
  pendingdoc: (url, entitykey) =>
    post(url, 'franchise_a.php', fieldsBody(['pendingdoc', JSON.stringify({ entitykey })])),
  removedoc: (url, entitykey) =>
    post(
      url,
      'franchise_a.php',
      fieldsBody(['removedoc', JSON.stringify({ docid: 1, entityid: 'GOA', entitykey })]),
    ),
  uploadlicense: (url, entitykey) => sendLicence(url, { docid: 1, entitykey }),
};

async function timesOf(
  url: string,
  call: (url: string, key: string) => Promise<unknown>,
  keys: Keys,
  tries: number,
) {
  const times = new Map(Object.keys(keys).map((kind) => [kind, [] as number[]]));
  for (let at = 0; at < tries; at += 1)
    for (const [kind, key] of Object.entries(keys)) {
      const from = performance.now();
      await call(url, key);
      times.get(kind)?.push(performance.now() - from);
    }
  return new Map([...times].map(([kind, values]) => [kind, median(values)]));
}

export async function benchRenewalKeys({ rounds, isBrief }: Duration): Promise<string> {
  const triesPerRound = isBrief ? BRIEF_TRIES : TRIES_PER_ROUND;
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const database = await cloneDatabase();
  let server: BureauProcess | undefined;
  try {
    const keys = await badKeys(database);
    server = await BureauProcess.start(
      settingsFor(database, folder, {
        CHECK_REPLIES: 'off',
        SERVE_WEB: 'off',
        PUBLIC_CALLS_PER_MINUTE: '10000000',
      }),
    );
    const lines: string[] = [];
    for (const [name, call] of Object.entries(CALLS)) {
      await timesOf(server.url, call, keys, triesPerRound);
      const medians = await timesOf(server.url, call, keys, rounds * triesPerRound);
      const values = [...medians.values()];
      const apart = Math.max(...values) / Math.min(...values);
      const shown = values.map((value) => `${value.toFixed(2)} ms`).join(' | ');
      lines.push(`| ${name} | ${shown} | ${apart.toFixed(3)}${apart > MOST_APART ? ' (too far)' : ''} |`);
    }
    const kinds = Object.keys(keys);
    return [
      `| call | ${kinds.join(' | ')} | largest to smallest |`,
      `| --- | ${kinds.map(() => '--- |').join(' ')} --- |`,
      ...lines,
      '',
      `${rounds * triesPerRound} tries of each kind of key, one after another. ${measuredHere()}`,
    ].join('\n');
  } finally {
    await server?.kill();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}
