import * as calls from '#contract/masters/country.ts';
import { COUNTRY_RULES } from '#domain/masters/country.ts';
import { COUNTRY_SHEET, countryDraft } from './country.present.ts';
import { countryStatements } from './country.sql.ts';
import { masterHandlers } from './master.handlers.ts';

export const countryHandlers = masterHandlers({
  calls: calls.country,
  statements: countryStatements,
  draft: countryDraft,
  rules: COUNTRY_RULES,
  sheet: { fileName: 'countries.xlsx', name: 'Countries', columns: COUNTRY_SHEET },
});
