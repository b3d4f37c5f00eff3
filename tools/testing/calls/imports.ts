import { userImport } from '#contract/access/users.ts';
import type { defineMasterImport } from '#contract/master.ts';
import { area } from '#contract/masters/area.ts';
import { bank } from '#contract/masters/bank.ts';
import { city } from '#contract/masters/city.ts';
import { country } from '#contract/masters/country.ts';
import { currency } from '#contract/masters/currency.ts';
import { employee } from '#contract/masters/employee.ts';
import { entity } from '#contract/masters/entity.ts';
import { gatewayBank } from '#contract/masters/gatewaybank.ts';
import { purpose } from '#contract/masters/purpose.ts';
import { state } from '#contract/masters/state.ts';
import { ENTITY_RULES } from '#domain/masters/entity.ts';
import { sheetSample } from '../samples.ts';
import {
  sample,
  uploadSample,
  type Excesses,
  type Place,
  type Reach,
  type ModuleSamples,
  type Setting,
} from './sample.ts';

type Rows = readonly (readonly string[])[];

/** The calls of one master, with a different sheet for each request. */
export function importsBy(
  calls: ReturnType<typeof defineMasterImport>,
  reach: Reach,
  rows: (setting: Setting) => Rows | Promise<Rows>,
  excessRows: Readonly<Record<string, typeof rows>> = {},
) {
  const sheetOf = (made: typeof rows) => async (setting: Setting) => ({
    name: 'sheet.xlsx',
    bytes: sheetSample(await made(setting)),
  });
  const excesses: Excesses = Object.fromEntries(
    Object.entries(excessRows).map(([name, made]) => [
      name,
      async (setting) => ({ meta: {}, file: await sheetOf(made)(setting) }),
    ]),
  );
  return [
    sample(calls.importTemplate, 'none', () => ({})),
    sample(calls.importProgress, 'none', () => ({})),
    { ...uploadSample(calls.importCheck, reach, () => ({}), sheetOf(rows)), excesses },
    { ...uploadSample(calls.importApply, reach, () => ({}), sheetOf(rows)), excesses },
  ];
}

/** The calls of one master. The same sheet again changes nothing, so that a caller who can only add can send it too. */
const importsOf = (calls: ReturnType<typeof defineMasterImport>, ...rows: Rows) =>
  importsBy(calls, 'none', () => rows);

/** A franchise user adds neither users nor entities. */
const STAFF = { only: ['A', 'B'] } as const;

export const importSamples: ModuleSamples = {
  samples: [
    ...importsOf(
      country,
      ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'],
      ['Sheetland', 'Sheetish', 'SHT', 'No', 'Active'],
    ),
    ...importsOf(state, ['State', 'Country', 'Status'], ['Sheetshire', 'India', 'Active']),
    ...importsOf(
      city,
      ['City', 'State', 'Country', 'Status'],
      ['Sheetville', 'Maharashtra', 'India', 'Active'],
    ),
    ...importsOf(
      currency,
      ['Code', 'Currency', 'Country', 'Flag', 'Status'],
      ['ZZS', 'Sheet Dollar', 'India', 'IN', 'Active'],
    ),
    ...importsOf(purpose, ['Value', 'Purpose', 'Status'], ['SHEET', 'Sheets of paper', 'Active']),
    ...importsOf(bank, ['Bank', 'Code', 'Status'], ['Bank of Sheets', 'SHEETS', 'Active']),
    ...importsOf(gatewayBank, ['Bank', 'Gateway code', 'Status'], ['Bank of Sheets', '99001', 'Active']),
    ...importsOf(area, ['Area', 'Branch ids', 'Status'], ['Sheet zone', '', 'Active']),
    ...importsBy(employee, 'none', ({ place, word }) => [
      ['Code', 'Name', 'Branch id', 'Kind', 'Sales', 'Delivery', 'Status'],
      [word, `Sheet ${word}`, place.id, 'Person', 'Yes', 'No', 'Active'],
    ]),
    ...importsBy(userImport, STAFF, async (setting) => userSheet(setting, await lesserGroup(setting)), {
      'a group that holds more': (setting) => userSheet(setting, 'Administrator'),
    }),
    ...importsBy(entity, STAFF, ({ place, word }) => [
      Object.values(ENTITY_RULES).map(({ label }) => label),
      Object.keys(ENTITY_RULES).map((field) => entityCells(place, word)[field] ?? ''),
    ]),
  ],
};

/** A group that every caller may assign, if there is one. */
async function lesserGroup({ database }: Setting): Promise<string> {
  const found = await database.query<{ name: string }>(
    `select name from access.right_group where name in ('Canaries', 'Branch staff') order by name = 'Canaries' desc limit 1`,
  );
  return found.rows[0]?.name ?? '';
}

const userSheet = ({ place, word }: Setting, group: string): Rows => [
  [
    'User name',
    'User id',
    'Mobile',
    'E-mail',
    'Entity type',
    'Entity code',
    'Right group',
    'Employee code',
    'Enabled',
    'Status',
  ],
  [
    `Sheet ${word}`,
    word,
    '',
    '',
    place.type === 'F' ? 'Franchise' : 'Branch',
    place.id,
    group,
    '',
    'Yes',
    'Active',
  ],
];

const entityCells = (place: Place, word: string): Readonly<Record<string, string>> => ({
  type: 'Franchise',
  id: word,
  name: `Sheet ${word}`,
  address1: '1 Sheet Street',
  country: 'India',
  state: 'Maharashtra',
  city: 'Nagpur',
  controllingBranch: place.id,
  buyPercentage: '0.75',
  currencyChoice: 'Selective',
  currencies: 'EUR, USD',
});
