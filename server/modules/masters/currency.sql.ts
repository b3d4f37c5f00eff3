import { currency } from '#contract/masters/currency.ts';
import { SMALL_CURRENCIES } from '#domain/masters/currency.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { recordStatements } from '#server/platform/record/statements.ts';
import { FIND_COUNTRY } from './country.sql.ts';

/** The order of trade, as in the index currency_by_trade. */
const TRADE_KEY = `(lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code)`;
const SEARCH = "(m.code || ' ' || m.name)";
const table = 'masters.currency';

export const currencyStatements = recordStatements(currency, {
  table,
  reads: { countryName: `coalesce(c.name, '')` },
  joins: 'left join masters.country c on c.srno = m.country',
  sorts: { order: { column: TRADE_KEY, type: 'text' } },
  search: SEARCH,
  parents: { table: 'masters.country', name: 'name', column: 'm.country' },
  options: { value: 'm.code', name: 'm.name', order: TRADE_KEY, search: SEARCH, more: { flag: 'm.flag' } },
});

export const currencyImport = recordImport(currency, {
  table,
  finds: {
    country: FIND_COUNTRY,
    // An empty cell leaves the decimals and the place of a currency as they are; a new one gets the usual decimals.
    ratePlaces: `coalesce(nullif(g."ratePlaces", '')::smallint,
        (select k.rate_places from masters.currency k where k.code = g."code"),
        case when g."code" in (${SMALL_CURRENCIES.map((code) => `'${code}'`).join(', ')}) then 4 else 2 end)`,
    tradeOrder: `coalesce(nullif(g."tradeOrder", '')::smallint,
        (select k.trade_order from masters.currency k where k.code = g."code"))`,
  },
  key: (row) => [`${row}.code`],
});

export const CURRENCY_CONSTRAINTS = {
  currency_country_known: 'This country is not in the list.',
  currency_country_active: 'This country is not active.',
} as const;
