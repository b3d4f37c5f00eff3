/**
 * `npm run bench` compares a call of the country with the bare statement; `npm run bench -- masters` compares lists,
 * searches and drop-downs of the small business with those of a large one; `requests` and `requests-rate` do the same for
 * requests, and keep their databases (`--requests 10000000 --database bureau_bench_requests`); `public-card` counts cards
 * shown; `notes` asks the reports of a small and of a large ledger; `marks` lists and marks the transactions of a large
 * audit; `registers` fetches a register of an audit; `flash` lists flash audits and their discrepancies; `library` searches
 * documents; `renewal-keys`
 * times keys of the renewal page that do not work; `paint` opens screens of the built web in a browser and `interactions`
 * uses them by keyboard. `--write` puts the
 * table into docs/scale.md.
 */
import { parseArgs } from 'node:util';
import { benchCountry } from './country.ts';
import { benchFlash } from './flash.ts';
import { benchInteractions } from './interactions.ts';
import { benchLibrary } from './library.ts';
import { benchMarks } from './marks.ts';
import { benchMasters } from './masters.ts';
import { benchNotes } from './notes.ts';
import { writeTable } from './page.ts';
import { benchPaint } from './paint.ts';
import { benchPublicCard } from './public-card.ts';
import { benchRegisters } from './registers.ts';
import { benchRenewalKeys } from './renewal-keys.ts';
import { benchRequestRates, benchRequestSizes } from './requests.ts';

const BENCHES = {
  country: { measure: benchCountry, rounds: '7', seconds: '3' },
  masters: { measure: benchMasters, rounds: '3', seconds: '1' },
  requests: { measure: benchRequestSizes, rounds: '5', seconds: '2' },
  'requests-rate': { measure: benchRequestRates, rounds: '5', seconds: '3' },
  notes: { measure: benchNotes, rounds: '5', seconds: '4' },
  marks: { measure: benchMarks, rounds: '5', seconds: '0' },
  'public-card': { measure: benchPublicCard, rounds: '5', seconds: '3' },
  flash: { measure: benchFlash, rounds: '5', seconds: '0' },
  library: { measure: benchLibrary, rounds: '5', seconds: '0' },
  registers: { measure: benchRegisters, rounds: '1', seconds: '0' },
  'renewal-keys': { measure: benchRenewalKeys, rounds: '10', seconds: '0' },
  interactions: { measure: benchInteractions, rounds: '3', seconds: '0' },
  paint: { measure: benchPaint, rounds: '5', seconds: '0' },
} as const;
const isBench = (name: string): name is keyof typeof BENCHES => Object.hasOwn(BENCHES, name);

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    requests: { type: 'string', default: '10000000' },
    database: { type: 'string', default: 'bureau_bench_requests' },
    directus: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [name = 'country'] = positionals;
if (!isBench(name)) throw new Error(`there is no bench ${name}, only ${Object.keys(BENCHES).join(' and ')}`);

const { measure, ...usual } = BENCHES[name];
const table = await measure(
  { rounds: Number(given.rounds ?? usual.rounds), seconds: Number(given.seconds ?? usual.seconds) },
  { requests: Number(given.requests), database: given.database, directus: given.directus, only: given.only },
);
process.stdout.write(`${table}\n`);
if (given.write) await writeTable(name, table);
