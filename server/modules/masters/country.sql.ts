import type { CountryDraft } from '#domain/masters/country.ts';
import { COUNTRY_ROW } from './country.present.ts';
import { BY_SRNO, recordStatements } from '#server/platform/db/record.ts';

const SEARCH = "(m.name || ' ' || m.nationality || ' ' || m.swift_code)";

export const countryStatements = recordStatements<CountryDraft>({
  record: 'country',
  table: 'masters.country',
  columns: {
    name: 'name',
    nationality: 'nationality',
    swiftCode: 'swift_code',
    fatf: 'fatf',
    active: 'active',
  },
  row: COUNTRY_ROW,
  sorts: {
    name: { column: 'm.name', type: 'text' },
    nationality: { column: 'm.nationality', type: 'text' },
    swiftcode: { column: 'm.swift_code', type: 'text' },
    srno: { column: 'm.srno', type: 'integer' },
  },
  search: SEARCH,
  options: { ...BY_SRNO, name: 'm.name', search: SEARCH },
});

/** The messages that users see for constraint violations. */
export const COUNTRY_CONSTRAINTS = { country_name_unique: 'This country is already in the list.' } as const;
