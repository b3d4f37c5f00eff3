import { readFileSync } from 'node:fs';
import { usualRatePlaces } from '#domain/masters/currency.ts';

/** The places, currencies and people of the demo business; the lists are real, the people are not. */

const linesOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

/** India's states and union territories with some of their cities. */
export const STATES: readonly { readonly name: string; readonly cities: readonly string[] }[] = linesOf(
  'states.txt',
).map(([name = '', cities = '']) => ({ name, cities: cities.split(',') }));

/** The currencies that most customers ask for. */
const MOST_TRADED = ['USD', 'EUR', 'GBP', 'AED', 'SGD', 'AUD', 'CAD', 'THB'];

/** A currency of one country has that country's flag; a currency of several has its own flag. */
export const CURRENCIES = linesOf('currencies.txt').map(
  ([code = '', name = '', country = '', flag = '']) => ({
    code,
    name,
    country,
    flag: flag === '' ? country : flag,
    ratePlaces: usualRatePlaces(code),
    tradeOrder: MOST_TRADED.includes(code) ? MOST_TRADED.indexOf(code) + 1 : null,
  }),
);

export const BANKS = linesOf('banks.txt').map(([code = '', name = '', gatewayCode = '']) => ({
  code,
  name,
  gatewayCode,
}));

export const AREAS = [
  { name: 'West', branches: ['MUM', 'PUN'] },
  { name: 'North', branches: ['DEL'] },
  { name: 'South', branches: ['BLR'] },
] as const;

export const PURPOSES = [
  { value: 'LEISURE', name: 'Leisure travel / private visit' },
  { value: 'BUSINESS', name: 'Business travel' },
  { value: 'EDUCATION', name: 'Education abroad' },
  { value: 'MEDICAL', name: 'Medical treatment abroad' },
  { value: 'EMPLOYMENT', name: 'Employment abroad' },
  { value: 'EMIGRATION', name: 'Emigration' },
  { value: 'PILGRIMAGE', name: 'Pilgrimage (Hajj and Umrah)' },
  { value: 'CONFERENCE', name: 'Conference, seminar or training' },
  { value: 'MAINTENANCE', name: 'Maintenance of close relatives' },
  { value: 'GIFT', name: 'Gift or donation' },
  { value: 'CREW', name: 'Crew of ship or aircraft' },
  { value: 'ENCASHMENT', name: 'Encashment of unspent currency' },
] as const;

interface EmployeeRow {
  readonly code: string;
  readonly name: string;
  readonly branch: string;
  readonly sales?: true;
  readonly delivery?: true;
  readonly kind?: 'V';
}

/** The first five are the employees of demo users. */
export const EMPLOYEES: readonly EmployeeRow[] = [
  { code: 'E101', name: 'Sneha Patil', branch: 'MUM', sales: true },
  { code: 'E201', name: 'Sahil Kapoor', branch: 'DEL', sales: true },
  { code: 'E111', name: 'Dinesh Kadam', branch: 'MUM', delivery: true },
  { code: 'E112', name: 'Danish Shaikh', branch: 'MUM', delivery: true },
  { code: 'E211', name: 'Deepak Yadav', branch: 'DEL', delivery: true },
  { code: 'E301', name: 'Prajakta Joshi', branch: 'PUN', sales: true },
  { code: 'E311', name: 'Pravin More', branch: 'PUN', delivery: true },
  { code: 'E401', name: 'Bindu Gowda', branch: 'BLR', sales: true, delivery: true },
  { code: 'VMUM', name: 'Vault Mumbai Fort', branch: 'MUM', kind: 'V' },
  { code: 'VPUN', name: 'Vault Pune Camp', branch: 'PUN', kind: 'V' },
  { code: 'VDEL', name: 'Vault Delhi Connaught Place', branch: 'DEL', kind: 'V' },
  { code: 'VBLR', name: 'Vault Bengaluru MG Road', branch: 'BLR', kind: 'V' },
];

export const COMPANY = {
  name: 'Sahyadri Forex Private Limited',
  address1: '12 Horniman Circle, Fort',
  address2: 'Mumbai 400001',
  address3: 'Maharashtra, India',
  licence: 'FE.MUM.FFMC.0000/2026',
  gstin: '27AAAAA0000A1Z5',
  contact1: 'Licence desk: 022 0000 0000, licence@bureau.example',
  contact2: 'Head office: 022 0000 0001, care@bureau.example',
} as const;
