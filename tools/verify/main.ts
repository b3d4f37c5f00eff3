/**
 * `npm run verify` proves the trail, its signed heads, the ledger, the documents and the row counts of the last backup.
 * `--to "2026-11-16 14:30:00+05:30"` names the moment to which the database was restored. Uses the settings of the
 * server and `DATABASE_URL`, a login that sees every row. Exit code 1 if there is a fault.
 */
import { parseArgs } from 'node:util';
import { listBackups } from '#tools/backup/pgbackrest.ts';
import { report } from '#tools/doctor/doctor.ts';
import { parseMoment } from '#tools/restore/moment.ts';
import { verify } from './verify.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, url: { type: 'string' } } });
  const url = values.url ?? process.env['DATABASE_URL'] ?? '';
  if (url === '') throw new Error('DATABASE_URL is missing.');
  const restoredTo = values.to === undefined ? undefined : parseMoment(values.to);
  const findings = await verify({ url, environment: process.env, restoredTo, backups: listBackups });
  process.stdout.write(`${report(findings)}\n`);
  return findings.some(({ verdict }) => verdict === 'fault') ? 1 : 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
