import { referenceValue } from '#contract/fields.ts';
import type { CityRow, CityInput } from '#contract/masters/city.ts';
import type { CityDraft } from '#domain/masters/city.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, statusColumn, textColumn } from './master.present.ts';

export const CITY_ROW = {
  cty_srno: 'm.srno',
  cty_name: 'm.name',
  cty_state: 'm.state',
  cty_statename: 's.name',
  cty_country: 'm.country',
  cty_countryname: 'c.name',
  cty_active: 'm.active::integer',
} as const satisfies WireColumns;

export const cityDraft = (written: CityInput): CityDraft => ({
  name: written.cty_name.trim(),
  country: referenceValue(written.cty_country),
  state: referenceValue(written.cty_state),
  active: isActive(written.cty_active),
});

export const CITY_SHEET = [
  textColumn<CityRow>('City', 28, (row) => row.cty_name),
  textColumn<CityRow>('State', 28, (row) => row.cty_statename),
  textColumn<CityRow>('Country', 28, (row) => row.cty_countryname),
  statusColumn<CityRow>((row) => row.cty_active),
];
