import * as calls from '#contract/masters/country.ts';
import { COUNTRY_RULES } from '#domain/masters/country.ts';
import { COUNTRY_SHEET, countryDraft } from './country.present.ts';
import { countryStatements } from './country.sql.ts';
import { recordHandlers } from '#server/platform/dispatch/record-handlers.ts';

export const countryHandlers = recordHandlers({
  calls: calls.country,
  statements: countryStatements,
  draft: countryDraft,
  rules: COUNTRY_RULES,
  sheet: { fileName: 'countries.xlsx', sheet: 'Countries', columns: COUNTRY_SHEET },
});
