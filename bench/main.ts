/**
 * `npm run bench` compares a call of the country with the bare statement; `npm run bench -- masters` compares lists,
 * searches and drop-downs of the small business with those of a large one; `requests` and `requests-rate` do the same for
 * requests, and keep their databases (`--requests 10000000 --database bureau_bench_requests`); `public-card` counts cards
 * shown; `notes` asks the reports of a small and of a large ledger; `marks` lists and marks the transactions of a large
 * audit; `registers` fetches a register of an audit; `flash` lists flash audits and their discrepancies; `library` searches
 * documents; `trail` counts the blocks of the trail's pages, seals and checks (`--trailRows 100000000`, `--sparse` to fill
 * only the months that it asks for); `renewal-keys`
 * times keys of the renewal page that do not work; `paint` opens screens of the built web in a browser and `interactions`
 * uses them by keyboard. `--write` puts the
 * table into docs/scale.md. `--brief` runs it once on a small database, as CI does with all of them (brief.ts).
 */
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import { writeTable } from './page.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    requests: { type: 'string', default: '10000000' },
    trailRows: { type: 'string', default: '100000000' },
    sparse: { type: 'boolean', default: false },
    database: { type: 'string', default: 'bureau_bench_requests' },
    directus: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
});
const [name = 'country'] = positionals;
const bench = BENCHES[name];
if (bench === undefined)
  throw new Error(`there is no bench ${name}, only ${Object.keys(BENCHES).join(' and ')}`);
if (given.write && given.brief) throw new Error('the figures of a brief run mean nothing');

const usual = given.brief ? { rounds: 1, seconds: bench.briefSeconds ?? 0 } : bench;
const table = await bench.measure(
  {
    rounds: Number(given.rounds ?? usual.rounds),
    seconds: Number(given.seconds ?? usual.seconds),
    isBrief: given.brief,
  },
  {
    requests: Number(given.requests),
    trailRows: Number(given.trailRows),
    isSparse: given.sparse,
    database: given.database,
    directus: given.directus,
    only: given.only,
  },
);
process.stdout.write(`${table}\n`);
if (given.write) await writeTable(name, table);
