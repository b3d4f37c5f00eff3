import { referenceValue } from '#contract/fields.ts';
import type { CurrencyRow, CurrencyInput } from '#contract/masters/currency.ts';
import { CURRENCY_RULES, usualRatePlaces, type CurrencyDraft } from '#domain/masters/currency.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, statusColumn, textColumn } from './master.present.ts';

export const CURRENCY_ROW = {
  isd_srno: 'm.srno',
  isd_code: 'm.code',
  isd_name: 'm.name',
  isd_country: 'coalesce(m.country, 0)',
  isd_countryname: `coalesce(c.name, '')`,
  isd_flag: 'm.flag',
  isd_rateplaces: 'm.rate_places',
  isd_order: 'coalesce(m.trade_order, 0)',
  isd_active: 'm.active::integer',
} as const satisfies WireColumns;

export function currencyDraft(written: CurrencyInput): CurrencyDraft {
  const code = written.isd_code.trim().toUpperCase();
  return {
    code,
    name: written.isd_name.trim(),
    country: referenceValue(written.isd_country),
    flag: (written.isd_flag ?? '').trim().toUpperCase(),
    ratePlaces: referenceValue(written.isd_rateplaces) ?? usualRatePlaces(code),
    tradeOrder: referenceValue(written.isd_order),
    active: isActive(written.isd_active),
  };
}

export const CURRENCY_SHEET = [
  textColumn<CurrencyRow>('Code', 8, (row) => row.isd_code),
  textColumn<CurrencyRow>('Currency', 28, (row) => row.isd_name),
  textColumn<CurrencyRow>('Country', 28, (row) => row.isd_countryname),
  textColumn<CurrencyRow>('Flag', 8, (row) => row.isd_flag),
  textColumn<CurrencyRow>(CURRENCY_RULES.ratePlaces.label, 20, (row) => String(row.isd_rateplaces)),
  textColumn<CurrencyRow>(CURRENCY_RULES.tradeOrder.label, 14, (row) =>
    row.isd_order === 0 ? '' : String(row.isd_order),
  ),
  statusColumn<CurrencyRow>((row) => row.isd_active),
];
