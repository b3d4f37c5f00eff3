import type pg from 'pg';
import { area } from '#contract/masters/area.ts';
import { bank } from '#contract/masters/bank.ts';
import { city } from '#contract/masters/city.ts';
import * as company from '#contract/masters/company.ts';
import { currency } from '#contract/masters/currency.ts';
import { employee } from '#contract/masters/employee.ts';
import { gatewayBank, gatewayBankList } from '#contract/masters/gatewaybank.ts';
import { purpose, purposesForAudit } from '#contract/masters/purpose.ts';
import { state } from '#contract/masters/state.ts';
import { COMPANY } from '#tools/demo/lookups.ts';
import { pictureSample } from '../samples.ts';
import { sample, uploadSample, type Place, type ModuleSamples } from './sample.ts';

const one = async (database: pg.Client, text: string, values: unknown[] = []): Promise<number> =>
  (await database.query<{ srno: number }>(text, values)).rows[0]?.srno ?? 0;

const INDIA = `select srno from masters.country where name = 'India'`;
const KERALA = `select srno from masters.state where name = 'Kerala'`;
const KOCHI = `select srno from masters.city where name = 'Kochi'`;
const DOLLAR = `select srno from masters.currency where code = 'USD'`;
const first = (table: string) => `select min(srno) as srno from masters.${table}`;
/** Only the place's own employee has the place's mark in its code. */
const employeeOf = (database: pg.Client, { mark }: Place) =>
  one(database, 'select srno from masters.employee where code = $1', [`E${mark}`]);
/** Every signed-in user can pick these; the lists of employees contain those in reach. */
const BRANCH_LIST = { lists: ['A', 'B', 'F'] } as const;

/** An area shows only the branches in reach. */
const AREA_LIST = { lists: ['A', 'B'] } as const;
const CANARIES = `select srno from masters.area where name = 'Aviary'`;

export const lookupSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const { srno, mark } of places) {
      await database.query(
        `insert into masters.employee (code, name, branch) values ('E' || $1, 'Canary ' || $1, $2)`,
        [mark, srno],
      );
    }
    await database.query(
      `with area as (insert into masters.area (name) values ('Aviary') returning srno)
       insert into masters.area_branch (branch, area) select unnest($1::integer[]), srno from area`,
      [places.filter(({ type }) => type === 'B').map(({ srno }) => srno)],
    );
  },
  samples: [
    sample(state.list, 'none', () => ({ page: { limit: 20, q: 'in', sort: '-country' } })),
    sample(state.options, 'none', async ({ database }) => ({
      page: { q: 'a', country: String(await one(database, INDIA)) },
    })),
    sample(state.optionsSelect, 'none', () => ({})),
    sample(state.detail, 'none', async ({ database }) => ({ srno: await one(database, KERALA) })),
    sample(state.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew ? 0 : await one(database, KERALA),
      record: {
        ...state.blank,
        name: isNew ? `State ${word}` : 'Kerala',
        country: String(await one(database, INDIA)),
      },
    })),
    sample(state.exported, 'none', () => ({ page: { sort: 'name' } })),

    sample(city.list, 'none', () => ({ page: { limit: 20, q: 'an', sort: 'state' } })),
    sample(city.options, 'none', async ({ database }) => ({
      page: { q: 'k', state: String(await one(database, KERALA)) },
    })),
    sample(city.optionsSelect, 'none', () => ({ page: { limit: 10 } })),
    sample(city.detail, 'none', async ({ database }) => ({ srno: await one(database, KOCHI) })),
    sample(city.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew ? 0 : await one(database, KOCHI),
      record: {
        ...city.blank,
        name: isNew ? `City ${word}` : 'Kochi',
        state: String(await one(database, KERALA)),
        country: String(await one(database, INDIA)),
      },
    })),
    sample(city.exported, 'none', () => ({ page: { q: 'Kochi' } })),

    sample(currency.list, 'none', () => ({ page: { limit: 20, q: 'dollar', sort: '-code' } })),
    sample(currency.options, 'none', () => ({ page: { q: 'US' } })),
    sample(currency.optionsSelect, 'none', () => ({ page: { value: 'USD' } })),
    sample(currency.detail, 'none', async ({ database }) => ({ srno: await one(database, DOLLAR) })),
    sample(currency.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew ? 0 : await one(database, DOLLAR),
      record: {
        ...currency.blank,
        code: isNew ? await freeCode(database) : 'USD',
        name: isNew ? `Coin ${word}` : 'US Dollar',
        flag: 'us',
      },
    })),
    sample(currency.exported, 'none', () => ({})),

    sample(area.list, AREA_LIST, () => ({ page: { limit: 20, sort: 'name' } })),
    sample(area.options, 'none', () => ({ page: { q: 'w' } })),
    sample(area.optionsSelect, 'none', () => ({})),
    sample(area.detail, AREA_LIST, async ({ database }) => ({ srno: await one(database, CANARIES) })),
    // Without branches, because a branch can be in one area only; places.api.test.ts tests the refusal of branches out
    // of reach.
    sample(area.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew
        ? 0
        : await one(database, 'insert into masters.area (name) values ($1) returning srno', [word]),
      record: { ...area.blank, name: `Area ${word}` },
    })),
    sample(area.exported, AREA_LIST, () => ({})),

    sample(purpose.list, 'none', () => ({ page: { q: 'travel', sort: 'value' } })),
    sample(purpose.options, 'none', () => ({})),
    sample(purpose.optionsSelect, 'none', () => ({})),
    sample(purposesForAudit, 'none', () => ({})),
    sample(purpose.detail, 'none', async ({ database }) => ({ srno: await one(database, first('purpose')) })),
    sample(purpose.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew
        ? 0
        : await one(database, 'insert into masters.purpose (value, name) values ($1, $1) returning srno', [
            word,
          ]),
      record: { ...purpose.blank, value: word, name: `Purpose ${word}` },
    })),
    sample(purpose.exported, 'none', () => ({})),

    sample(bank.list, 'none', () => ({ page: { q: 'india', sort: 'code' } })),
    sample(bank.options, 'none', () => ({ page: { q: 'hdfc' } })),
    sample(bank.optionsSelect, 'none', () => ({})),
    sample(bank.detail, 'none', async ({ database }) => ({ srno: await one(database, first('bank')) })),
    sample(bank.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew
        ? 0
        : await one(database, 'insert into masters.bank (name) values ($1) returning srno', [word]),
      record: { ...bank.blank, name: `Bank ${word}`, code: word },
    })),
    sample(bank.exported, 'none', () => ({})),

    sample(gatewayBank.list, 'none', () => ({ page: { q: 'axis' } })),
    sample(gatewayBank.options, 'none', () => ({})),
    sample(gatewayBank.optionsSelect, 'none', () => ({})),
    sample(gatewayBankList, 'none', () => ({})),
    sample(gatewayBank.detail, 'none', async ({ database }) => ({
      srno: await one(database, first('gateway_bank')),
    })),
    sample(gatewayBank.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew
        ? 0
        : await one(
            database,
            'insert into masters.gateway_bank (name, code) values ($1, $1) returning srno',
            [word],
          ),
      record: { ...gatewayBank.blank, name: `Bank ${word}`, code: word },
    })),
    sample(gatewayBank.exported, 'none', () => ({})),

    sample(employee.list, BRANCH_LIST, () => ({ page: { q: 'canary', sort: 'branch' } })),
    sample(employee.options, BRANCH_LIST, () => ({ page: { q: 'canary' } })),
    sample(employee.optionsSelect, BRANCH_LIST, () => ({ page: { q: 'canary' } })),
    sample(employee.detail, 'named', async ({ database, place }) => ({
      srno: await employeeOf(database, place),
    })),
    sample(employee.save, 'named', async ({ database, place, word, isNew }) => ({
      srno: isNew ? 0 : await employeeOf(database, place),
      record: {
        ...employee.blank,
        code: isNew ? word : `E${place.mark}`,
        name: isNew ? `Someone ${place.mark}` : `Canary ${place.mark}`,
        branch: place.id,
        sales: true,
      },
    })),
    sample(employee.exported, BRANCH_LIST, () => ({ page: { q: 'canary' } })),

    sample(company.companyDetail, 'none', () => ({})),
    sample(company.companySave, 'none', () => ({ record: COMPANY })),
    sample(company.companyLogo, 'none', () => ({})),
    sample(company.companyLogoRemove, 'none', () => ({})),
    uploadSample(
      company.companyLogoUpload,
      'none',
      () => ({}),
      async () => ({ name: 'logo.png', bytes: await pictureSample('png') }),
    ),
  ],
};

/** Three letters that no currency uses yet. */
async function freeCode(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ code: string }>(
    `select chr(65 + a) || chr(65 + b) || chr(65 + c) as code
     from generate_series(0, 25) a, generate_series(0, 25) b, generate_series(0, 25) c
     order by random() limit 30`,
  );
  const taken = await database.query<{ code: string }>('select code from masters.currency');
  const codes = new Set(taken.rows.map(({ code }) => code));
  return rows.find(({ code }) => !codes.has(code))?.code ?? 'ZZZ';
}
