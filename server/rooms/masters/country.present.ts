import { flagValue } from '#contract/fields.ts';
import type { CountryWritten } from '#contract/masters.ts';
import type { CountryDraft } from '#domain/masters/country.ts';
import type { WireColumns } from '#server/platform/database.ts';

/** Row → wire: the wire's own names stand here and nowhere behind. */
export const COUNTRY_ROW = {
  cnt_srno: 'srno',
  cnt_name: 'name',
  cnt_nationality: 'nationality',
  cnt_swiftcode: 'swift_code',
  cnt_fatf: 'fatf::integer',
  cnt_active: 'active::integer',
} as const satisfies WireColumns;

export const COUNTRY_DETAIL = {
  ...COUNTRY_ROW,
  cnt_version: 'version',
  cnt_changedby: 'changed_by_name',
  cnt_changedat: `to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
} as const satisfies WireColumns;

/** Wire → draft. */
export const countryDraft = (written: CountryWritten): CountryDraft => ({
  name: written.cnt_name.trim(),
  nationality: written.cnt_nationality.trim(),
  swiftCode: written.cnt_swiftcode.trim(),
  fatf: flagValue(written.cnt_fatf),
  active: flagValue(written.cnt_active),
});
