/**
 * `npm run bench` compares a call of the country with the bare statement; `npm run bench -- masters` compares lists,
 * searches and drop-downs of the small business with those of a large one; `public-card` counts cards shown. `--write` puts the table into docs/scale.md.
 */
import { parseArgs } from 'node:util';
import { benchCountry } from './country.ts';
import { benchMasters } from './masters.ts';
import { writeTable } from './page.ts';
import { benchPublicCard } from './public-card.ts';

const BENCHES = {
  country: { measure: benchCountry, rounds: '7', seconds: '3' },
  masters: { measure: benchMasters, rounds: '3', seconds: '1' },
  'public-card': { measure: benchPublicCard, rounds: '5', seconds: '3' },
} as const;
const isBench = (name: string): name is keyof typeof BENCHES => Object.hasOwn(BENCHES, name);

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [name = 'country'] = positionals;
if (!isBench(name)) throw new Error(`there is no bench ${name}, only ${Object.keys(BENCHES).join(' and ')}`);

const { measure, ...usual } = BENCHES[name];
const table = await measure({
  rounds: Number(given.rounds ?? usual.rounds),
  seconds: Number(given.seconds ?? usual.seconds),
});
process.stdout.write(`${table}\n`);
if (given.write) await writeTable(name, table);
