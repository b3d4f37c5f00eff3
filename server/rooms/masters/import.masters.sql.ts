import type { BankDraft } from '#domain/masters/bank.ts';
import type { CityDraft } from '#domain/masters/city.ts';
import type { CountryDraft } from '#domain/masters/country.ts';
import type { CurrencyDraft } from '#domain/masters/currency.ts';
import type { PurposeDraft } from '#domain/masters/purpose.ts';
import type { StateDraft } from '#domain/masters/state.ts';
import { importStatements } from './import.sql.ts';

/** How each master is filled from a sheet; other records are named in it, and found by their names. */

const ACTIVE = { column: 'active', type: 'boolean' } as const;
const text = (column: string) => ({ column, type: 'text' }) as const;

const COUNTRY = {
  column: 'country',
  type: 'integer',
  find: `(select c.srno from masters.country c where lower(c.name) = lower(g."country"))`,
} as const;
const STATE = {
  column: 'state',
  type: 'integer',
  find: `(select s.srno from masters.state s join masters.country c on c.srno = s.country
    where lower(s.name) = lower(g."state") and lower(c.name) = lower(g."country"))`,
} as const;

export const countryImport = importStatements<CountryDraft>({
  record: 'country',
  table: 'masters.country',
  columns: {
    name: text('name'),
    nationality: text('nationality'),
    swiftCode: text('swift_code'),
    fatf: { column: 'fatf', type: 'boolean' },
    active: ACTIVE,
  },
  key: (row) => [`lower(${row}.name)`],
});

export const stateImport = importStatements<StateDraft>({
  record: 'state',
  table: 'masters.state',
  columns: { name: text('name'), country: COUNTRY, active: ACTIVE },
  key: (row) => [`${row}.country`, `lower(${row}.name)`],
});

export const cityImport = importStatements<CityDraft>({
  record: 'city',
  table: 'masters.city',
  columns: { name: text('name'), state: STATE, country: COUNTRY, active: ACTIVE },
  key: (row) => [`${row}.state`, `lower(${row}.name)`],
});

export const currencyImport = importStatements<CurrencyDraft>({
  record: 'currency',
  table: 'masters.currency',
  columns: { code: text('code'), name: text('name'), country: COUNTRY, flag: text('flag'), active: ACTIVE },
  key: (row) => [`${row}.code`],
});

export const purposeImport = importStatements<PurposeDraft>({
  record: 'purpose',
  table: 'masters.purpose',
  columns: { value: text('value'), name: text('name'), active: ACTIVE },
  key: (row) => [`lower(${row}.value)`],
});

export const bankImport = importStatements<BankDraft>({
  record: 'bank',
  table: 'masters.bank',
  columns: { name: text('name'), code: text('code'), active: ACTIVE },
  key: (row) => [`lower(${row}.name)`],
});

export const gatewayBankImport = importStatements<BankDraft>({
  record: 'gatewaybank',
  table: 'masters.gateway_bank',
  columns: { name: text('name'), code: text('code'), active: ACTIVE },
  key: (row) => [`lower(${row}.code)`],
});
