import { referenceValue } from '#contract/fields.ts';
import type { CurrencyRow, CurrencyWritten } from '#contract/masters/currency.ts';
import type { CurrencyDraft } from '#domain/masters/currency.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, statusColumn, textColumn } from './master.present.ts';

export const CURRENCY_ROW = {
  isd_srno: 'm.srno',
  isd_code: 'm.code',
  isd_name: 'm.name',
  isd_country: 'coalesce(m.country, 0)',
  isd_countryname: `coalesce(c.name, '')`,
  isd_flag: 'm.flag',
  isd_active: 'm.active::integer',
} as const satisfies WireColumns;

export const currencyDraft = (written: CurrencyWritten): CurrencyDraft => ({
  code: written.isd_code.trim().toUpperCase(),
  name: written.isd_name.trim(),
  country: referenceValue(written.isd_country),
  flag: (written.isd_flag ?? '').trim().toUpperCase(),
  active: isActive(written.isd_active),
});

export const CURRENCY_SHEET = [
  textColumn<CurrencyRow>('Code', 8, (row) => row.isd_code),
  textColumn<CurrencyRow>('Currency', 28, (row) => row.isd_name),
  textColumn<CurrencyRow>('Country', 28, (row) => row.isd_countryname),
  textColumn<CurrencyRow>('Flag', 8, (row) => row.isd_flag),
  statusColumn<CurrencyRow>((row) => row.isd_active),
];
