/**
 * `npm run verify` proves the trail, its signed heads, the ledger, the documents and the row counts of the last backup.
 * Uses the settings of the server (/etc/bureau/bureau.env) and `DATABASE_URL`, a login that sees every row
 * (/etc/bureau/verify.env), or the files that `--env-file` names; `--port` names another cluster of this machine. For a
 * copy that was restored beside the database, `--to "2026-11-16 14:30:00+05:30"` names its moment, and `--to latest` its
 * last entry. `npm run verify -- repository` reads all backups and all WAL instead. Exit code 1 if there is a fault.
 */
import { parseArgs } from 'node:util';
import { listBackups } from '#tools/backup/pgbackrest.ts';
import { loadSettings, SETTINGS_FILES } from '#tools/config/environment.ts';
import { report } from '#tools/doctor/doctor.ts';
import type { Finding } from '#tools/doctor/finding.ts';
import { parseMoment } from '#tools/restore/moment.ts';
import { untilWritable } from '#tools/restore/until-writable.ts';
import { checkRepository } from './repository.ts';
import { verify } from './verify.ts';

function withPort(url: string, port: string | undefined): string {
  if (port === undefined) return url;
  const other = new URL(url);
  other.port = port;
  return other.href;
}

async function examine(): Promise<readonly Finding[]> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, url: { type: 'string' }, port: { type: 'string' } },
  });
  if (positionals[0] === 'repository') return checkRepository();
  const written = values.url ?? process.env['DATABASE_URL'] ?? '';
  if (written === '') throw new Error('DATABASE_URL is missing.');
  const url = withPort(written, values.port);
  if (values.to !== undefined) await untilWritable(url, (line) => process.stderr.write(`${line}\n`));
  return verify({
    url,
    environment: process.env,
    restoredTo: values.to === undefined || values.to === 'latest' ? values.to : parseMoment(values.to),
    backups: listBackups,
  });
}

async function main(): Promise<number> {
  const findings = await examine();
  process.stdout.write(`${report(findings)}\n`);
  return findings.some(({ verdict }) => verdict === 'fault') ? 1 : 0;
}

loadSettings(SETTINGS_FILES.settings, SETTINGS_FILES.verify);
main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
