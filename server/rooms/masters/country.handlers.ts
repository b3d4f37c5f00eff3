import * as calls from '#contract/masters/country.ts';
import { COUNTRY_RULES, type CountryDraft } from '#domain/masters/country.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import { COUNTRY_SHEET, countryDraft } from './country.present.ts';
import { countryImport, countryStatements } from './country.sql.ts';
import { asActive, asText, asYesNo } from './import.cells.ts';
import { importHandlers } from './import.handlers.ts';
import { masterHandlers } from './master.handlers.ts';

export const countryHandlers: readonly Bound[] = [
  ...masterHandlers({
    calls: calls.country,
    statements: countryStatements,
    draft: countryDraft,
    rules: COUNTRY_RULES,
    sheet: { fileName: 'countries.xlsx', name: 'Countries', columns: COUNTRY_SHEET },
  }),
  ...importHandlers<CountryDraft>({
    calls: calls.country,
    right: 'COUNTRY',
    statements: countryImport,
    columns: [
      { field: 'name', reads: asText, example: 'India' },
      { field: 'nationality', reads: asText, example: 'Indian' },
      { field: 'swiftCode', reads: asText, example: 'IN' },
      { field: 'fatf', reads: asYesNo, example: 'No' },
      { field: 'active', reads: asActive, example: 'Active' },
    ],
    rules: COUNTRY_RULES,
    sheet: { fileName: 'countries-template.xlsx', name: 'Countries' },
  }),
];
