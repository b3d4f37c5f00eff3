/**
 * `npm run trail -- verify [--url postgres://…]` walks the chain of seals and names every row or seal that was altered,
 * added or removed. `verify --archive FILE` does the same for an archive, without a database unless `--url` asks for a
 * comparison with its checkpoint. `archive YEAR [--to FILE]` writes the partition of a year to a file and detaches it.
 * Uses DATABASE_URL by default; exit code 1 on any fault or refusal.
 */
import { parseArgs } from 'node:util';
import { dateInIndia } from '#domain/dates.ts';
import { isPastRetention, TRAIL_RETENTION_YEARS } from '#domain/trail.ts';
import { verifyArchive } from '#server/platform/trail/archive-file.ts';
import { archivePart, ArchiveRefusal } from '#server/platform/trail/archive.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';

const USAGE = `usage: npm run trail -- verify [--url postgres://…]
       npm run trail -- verify --archive FILE [--url postgres://…]
       npm run trail -- archive YEAR [--to FILE] [--url postgres://…]
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

async function archive(year: string, file: string, url: string): Promise<number> {
  if (!isPastRetention(Number(year), dateInIndia(Date.now()))) {
    say(`${year} is kept: its last day is not ${TRAIL_RETENTION_YEARS} years ago`);
    return 1;
  }
  try {
    const { part, rows, checkpoint, contentHash } = await archivePart(url, `trail_${year}`, file);
    say(`${rows} rows of ${part} are in ${file}, archive ${contentHash}, checkpoint ${checkpoint}`);
    say(`The table platform.${part} is detached. Drop it when the file is stored safely.`);
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
  const [command, year = ''] = positionals;
  if (command === 'verify' && positionals.length === 1 && values.archive !== undefined)
    return verifyFile(values.archive, values.url);
  if (command === 'verify' && positionals.length === 1 && url !== '') return verify(url);
  if (command === 'archive' && positionals.length === 2 && /^\d{4}$/.test(year) && url !== '')
    return archive(year, values.to ?? `trail-${year}.jsonl.gz`, url);
  process.stderr.write(USAGE);
  return 2;
}

process.exitCode = await main();
