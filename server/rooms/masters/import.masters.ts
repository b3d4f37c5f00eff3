import { bank } from '#contract/masters/bank.ts';
import { city } from '#contract/masters/city.ts';
import { country } from '#contract/masters/country.ts';
import { currency } from '#contract/masters/currency.ts';
import { gatewayBank } from '#contract/masters/gatewaybank.ts';
import { purpose } from '#contract/masters/purpose.ts';
import { state } from '#contract/masters/state.ts';
import { BANK_RULES, GATEWAY_BANK_RULES } from '#domain/masters/bank.ts';
import { CITY_RULES } from '#domain/masters/city.ts';
import { COUNTRY_RULES } from '#domain/masters/country.ts';
import { CURRENCY_RULES } from '#domain/masters/currency.ts';
import { PURPOSE_RULES } from '#domain/masters/purpose.ts';
import { STATE_RULES } from '#domain/masters/state.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import { asActive, asActiveUnlessSaid, asCode, asText, asYesNo } from './import.cells.ts';
import { importHandlers } from './import.handlers.ts';
import {
  bankImport,
  cityImport,
  countryImport,
  currencyImport,
  gatewayBankImport,
  purposeImport,
  stateImport,
} from './import.masters.sql.ts';

const STATUS = { field: 'active', reads: asActiveUnlessSaid, example: 'Active' } as const;

/** The masters that are filled from sheets, with the headings that their exports have too. */
export const importsOfMasters: readonly Bound[] = [
  ...importHandlers({
    calls: country,
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
  ...importHandlers({
    calls: state,
    right: 'STATE',
    statements: stateImport,
    columns: [
      { field: 'name', reads: asText, example: 'Maharashtra' },
      { field: 'country', reads: asText, example: 'India' },
      STATUS,
    ],
    rules: STATE_RULES,
    sheet: { fileName: 'states-template.xlsx', name: 'States' },
  }),
  ...importHandlers({
    calls: city,
    right: 'CITY',
    statements: cityImport,
    columns: [
      { field: 'name', reads: asText, example: 'Mumbai' },
      { field: 'state', reads: asText, example: 'Maharashtra' },
      { field: 'country', reads: asText, example: 'India' },
      STATUS,
    ],
    rules: CITY_RULES,
    sheet: { fileName: 'cities-template.xlsx', name: 'Cities' },
  }),
  ...importHandlers({
    calls: currency,
    right: 'CURRENCY',
    statements: currencyImport,
    columns: [
      { field: 'code', reads: asCode, example: 'USD' },
      { field: 'name', reads: asText, example: 'US Dollar' },
      { field: 'country', reads: asText, example: 'United States' },
      { field: 'flag', header: 'Flag', reads: asCode, example: 'US' },
      STATUS,
    ],
    rules: CURRENCY_RULES,
    sheet: { fileName: 'currencies-template.xlsx', name: 'Currencies' },
  }),
  ...importHandlers({
    calls: purpose,
    right: 'PURPOSE',
    statements: purposeImport,
    columns: [
      { field: 'value', reads: asText, example: 'BT' },
      { field: 'name', reads: asText, example: 'Business travel' },
      STATUS,
    ],
    rules: PURPOSE_RULES,
    sheet: { fileName: 'purposes-template.xlsx', name: 'Purposes' },
  }),
  ...importHandlers({
    calls: bank,
    right: 'BANK',
    statements: bankImport,
    columns: [
      { field: 'name', reads: asText, example: 'State Bank of India' },
      { field: 'code', reads: asCode, example: 'SBI' },
      STATUS,
    ],
    rules: BANK_RULES,
    sheet: { fileName: 'banks-template.xlsx', name: 'Banks' },
  }),
  ...importHandlers({
    calls: gatewayBank,
    right: 'GATEWAYBANK',
    statements: gatewayBankImport,
    columns: [
      { field: 'name', reads: asText, example: 'State Bank of India' },
      { field: 'code', reads: asCode, example: '3044' },
      STATUS,
    ],
    rules: GATEWAY_BANK_RULES,
    sheet: { fileName: 'gateway-banks-template.xlsx', name: 'Gateway banks' },
  }),
];
