import { flagValue } from '#contract/fields.ts';
import type { CountryRow, CountryInput } from '#contract/masters/country.ts';
import type { CountryDraft } from '#domain/masters/country.ts';
import type { WireColumns } from '#server/platform/database.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** Row → wire. The names of the wire occur only here. */
export const COUNTRY_ROW = {
  cnt_srno: 'm.srno',
  cnt_name: 'm.name',
  cnt_nationality: 'm.nationality',
  cnt_swiftcode: 'm.swift_code',
  cnt_fatf: 'm.fatf::integer',
  cnt_active: 'm.active::integer',
} as const satisfies WireColumns;

/** Wire → draft. */
export const countryDraft = (written: CountryInput): CountryDraft => ({
  name: written.cnt_name.trim(),
  nationality: written.cnt_nationality.trim(),
  swiftCode: written.cnt_swiftcode.trim(),
  fatf: flagValue(written.cnt_fatf),
  active: flagValue(written.cnt_active),
});

export const COUNTRY_SHEET: readonly ExportColumn<CountryRow>[] = [
  { header: 'Country', kind: 'text', width: 28, value: (row) => row.cnt_name },
  { header: 'Nationality', kind: 'text', width: 24, value: (row) => row.cnt_nationality },
  { header: 'Swift code', kind: 'text', width: 12, value: (row) => row.cnt_swiftcode },
  { header: 'FATF', kind: 'text', width: 8, value: (row) => (row.cnt_fatf === 1 ? 'Yes' : 'No') },
  {
    header: 'Status',
    kind: 'text',
    width: 10,
    value: (row) => (row.cnt_active === 1 ? 'Active' : 'Inactive'),
  },
];
