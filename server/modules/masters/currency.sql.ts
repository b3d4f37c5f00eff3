import type { CurrencyDraft } from '#domain/masters/currency.ts';
import { CURRENCY_ROW } from './currency.present.ts';
import { recordStatements } from '#server/platform/db/record.ts';

/** The order of trade, as in the index currency_by_trade. */
const TRADE_KEY = `(lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code)`;
const SEARCH = "(m.code || ' ' || m.name)";

export const currencyStatements = recordStatements<CurrencyDraft>({
  record: 'currency',
  table: 'masters.currency',
  columns: {
    code: 'code',
    name: 'name',
    country: 'country',
    flag: 'flag',
    ratePlaces: 'rate_places',
    tradeOrder: 'trade_order',
    active: 'active',
  },
  row: CURRENCY_ROW,
  joins: 'left join masters.country c on c.srno = m.country',
  sorts: {
    code: { column: 'm.code', type: 'text' },
    name: { column: 'm.name', type: 'text' },
    country: { column: "coalesce(c.name, '')", type: 'text', isJoined: true },
    order: { column: TRADE_KEY, type: 'text' },
    srno: { column: 'm.srno', type: 'integer' },
  },
  search: SEARCH,
  parents: { table: 'masters.country', name: 'name', column: 'm.country' },
  options: { value: 'm.code', name: 'm.name', order: TRADE_KEY, search: SEARCH, more: { flag: 'm.flag' } },
});

export const CURRENCY_CONSTRAINTS = {
  currency_code_unique: 'This currency is already in the list.',
  currency_country_known: 'This country is not in the list.',
  currency_country_active: 'This country is not active.',
} as const;
