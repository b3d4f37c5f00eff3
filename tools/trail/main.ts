/**
 * `npm run trail -- verify [--url postgres://…]` walks the chain of seals and names every row or seal that was altered,
 * added or removed. `verify YEAR-MONTH` does so for the rows of one month. `verify --archive FILE` does the same for an
 * archive, without a database unless `--url` asks for a comparison with its checkpoint. `archive YEAR-MONTH [--to FILE]`
 * writes the partition of a month to a file and detaches it.
 * Uses DATABASE_URL by default, of /etc/bureau/owner.env or of `--env-file`; exit code 1 on any fault or refusal.
 */
import { parseArgs } from 'node:util';
import { dateInIndia } from '#domain/dates.ts';
import { isPastRetention, TRAIL_RETENTION_YEARS } from '#domain/trail.ts';
import { verifyArchive } from '#server/platform/trail/archive-file.ts';
import { archivePart, ArchiveRefusal } from '#server/platform/trail/archive.ts';
import { isMonth, partOf } from '#server/platform/trail/months.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { loadSettings, SETTINGS_FILES } from '#tools/config/environment.ts';

const USAGE = `usage: npm run trail -- verify [YEAR-MONTH] [--url postgres://…]
       npm run trail -- verify --archive FILE [--url postgres://…]
       npm run trail -- archive YEAR-MONTH [--to FILE] [--url postgres://…]
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

function conclude(faults: readonly string[], whole: string): number {
  for (const fault of faults) say(`FAULT ${fault}`);
  say(faults.length === 0 ? whole : `${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

async function verify(url: string): Promise<number> {
  const { seals, rows, unsealed, head, departed, faults } = await verifyTrail(url);
  say(`${rows} rows in ${seals} seals, ${unsealed} not yet sealed`);
  for (const { seq, part, rows: count, archive } of departed)
    say(`checkpoint ${seq}: ${part} left with ${count} rows, archive ${archive}`);
  say(`head ${head === '' ? '(none)' : head}`);
  return conclude(faults, 'the chain is whole');
}

async function verifyMonth(month: string, url: string): Promise<number> {
  const { seals, rows, unsealed, faults } = await verifyTrail(url, partOf(month));
  say(`${rows} rows of ${month} between ${seals} seals, ${unsealed} not yet sealed`);
  return conclude(faults, 'the rows of the month and their section of the chain are whole');
}

async function verifyFile(file: string, url: string | undefined): Promise<number> {
  const { header, seals, rows, contentHash, faults } = await verifyArchive(file);
  say(`${rows} rows of ${header?.part ?? '(unknown)'} in ${seals} seals, archive ${contentHash}`);
  if (header !== null)
    say(`from seal ${header.first} (after ${header.start}) to seal ${header.last} (${header.end})`);
  if (url === undefined) return conclude(faults, 'the archive is whole');
  const { departed } = await verifyTrail(url);
  const isKnown = departed.some(({ part, archive }) => part === header?.part && archive === contentHash);
  return conclude(
    isKnown ? faults : [...faults, 'no checkpoint of the chain names this archive'],
    'the archive is whole, and a checkpoint of the chain names it',
  );
}

async function archive(month: string, file: string, url: string): Promise<number> {
  if (!isPastRetention(month, dateInIndia(Date.now()))) {
    say(`${month} is kept: its last day is not ${TRAIL_RETENTION_YEARS} years ago`);
    return 1;
  }
  try {
    const archived = await archivePart(url, partOf(month), file);
    const { part, rows, checkpoint, contentHash, detachMs } = archived;
    say(`${rows} rows of ${part} are in ${file}, archive ${contentHash}, checkpoint ${checkpoint}`);
    say(
      `The table platform.${part} was detached within ${detachMs.toFixed(0)} ms. Drop it when the file is stored safely.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    say(`Nothing was changed: ${error.message}`);
    return 1;
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string' }, archive: { type: 'string' }, to: { type: 'string' } },
  });
  const url = values.url ?? process.env['DATABASE_URL'] ?? '';
  const [command, month = ''] = positionals;
  if (command === 'verify' && positionals.length === 1 && values.archive !== undefined)
    return verifyFile(values.archive, values.url);
  if (command === 'verify' && positionals.length === 1 && url !== '') return verify(url);
  if (command === 'verify' && positionals.length === 2 && isMonth(month) && url !== '')
    return verifyMonth(month, url);
  if (command === 'archive' && positionals.length === 2 && isMonth(month) && url !== '')
    return archive(month, values.to ?? `trail-${month}.jsonl.gz`, url);
  process.stderr.write(USAGE);
  return 2;
}

loadSettings(SETTINGS_FILES.owner);
process.exitCode = await main();
