import type { CurrencyDraft } from '#domain/masters/currency.ts';
import { CURRENCY_ROW } from './currency.present.ts';
import { recordStatements } from '#server/platform/db/record.ts';

const SEARCH = "(m.code || ' ' || m.name)";

export const currencyStatements = recordStatements<CurrencyDraft>({
  record: 'currency',
  table: 'masters.currency',
  columns: { code: 'code', name: 'name', country: 'country', flag: 'flag', active: 'active' },
  row: CURRENCY_ROW,
  joins: 'left join masters.country c on c.srno = m.country',
  sorts: {
    code: { column: 'm.code', type: 'text' },
    name: { column: 'm.name', type: 'text' },
    country: { column: "coalesce(c.name, '')", type: 'text', isJoined: true },
    srno: { column: 'm.srno', type: 'integer' },
  },
  search: SEARCH,
  parents: { table: 'masters.country', name: 'name', column: 'm.country' },
  options: { value: 'm.code', name: 'm.name', search: SEARCH, more: { flag: 'm.flag' } },
});

export const CURRENCY_CONSTRAINTS = {
  currency_code_unique: 'This currency is already in the list.',
  currency_country_known: 'This country is not in the list.',
  currency_country_active: 'This country is not active.',
} as const;
