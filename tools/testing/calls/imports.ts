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
import { sample, uploadSample, type Place, type Reach, type RoomSamples, type Setting } from './sample.ts';

type Rows = readonly (readonly string[])[];

/** The calls of one master, with a sheet of its own for each sending. */
export function importsBy(
  calls: ReturnType<typeof defineMasterImport>,
  reach: Reach,
  rows: (setting: Setting) => Rows | Promise<Rows>,
) {
  const sheet = async (setting: Setting) => ({
    name: 'sheet.xlsx',
    bytes: sheetSample(await rows(setting)),
  });
  return [
    sample(calls.importTemplate, 'none', () => ({})),
    uploadSample(calls.importCheck, reach, () => ({}), sheet),
    uploadSample(calls.importApply, reach, () => ({}), sheet),
  ];
}

/** The calls of one master; the same sheet again changes nothing, so that whoever may only add may send it too. */
const importsOf = (calls: ReturnType<typeof defineMasterImport>, ...rows: Rows) =>
  importsBy(calls, 'none', () => rows);

/** A franchise adds neither users nor entities. */
const STAFF = { only: ['A', 'B'] } as const;

export const importSamples: RoomSamples = {
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
    ...importsBy(userImport, STAFF, ({ place, word }) => [
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
        'Branch staff',
        '',
        'Yes',
        'Active',
      ],
    ]),
    ...importsBy(entity, STAFF, ({ place, word }) => [
      Object.values(ENTITY_RULES).map(({ label }) => label),
      Object.keys(ENTITY_RULES).map((field) => entityCells(place, word)[field] ?? ''),
    ]),
  ],
};

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
