import { area } from '#contract/masters/area.ts';
import { bank } from '#contract/masters/bank.ts';
import { city } from '#contract/masters/city.ts';
import { country } from '#contract/masters/country.ts';
import { currency } from '#contract/masters/currency.ts';
import { employee } from '#contract/masters/employee.ts';
import { gatewayBank } from '#contract/masters/gatewaybank.ts';
import { purpose } from '#contract/masters/purpose.ts';
import { state } from '#contract/masters/state.ts';
import { AREA_RULES } from '#domain/masters/area.ts';
import { BANK_RULES, GATEWAY_BANK_RULES } from '#domain/masters/bank.ts';
import { CITY_RULES } from '#domain/masters/city.ts';
import { COUNTRY_RULES } from '#domain/masters/country.ts';
import { CURRENCY_RULES } from '#domain/masters/currency.ts';
import { EMPLOYEE_KINDS, EMPLOYEE_RULES } from '#domain/masters/employee.ts';
import { PURPOSE_RULES } from '#domain/masters/purpose.ts';
import { STATE_RULES } from '#domain/masters/state.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import * as cells from '#server/platform/imports/cells.ts';
import { importHandlers } from '#server/platform/imports/handlers.ts';
import { entityImports } from './entity.import.ts';
import * as statements from './import.masters.sql.ts';

const column =
  (reads: cells.CellReader) =>
  <Field extends string>(field: Field, example: string, header?: string) => ({
    field,
    reads,
    example,
    ...(header === undefined ? {} : { header }),
  });
const text = column(cells.asText);
const code = column(cells.asCode);
const codes = column(cells.asCodes);
const yesNo = column(cells.asYesIfSaid);
const STATUS = column(cells.asActiveUnlessSaid)('active', 'Active');

/** The masters that can be imported from sheets. Their headings are those of their exports. */
export const importsOfMasters: readonly Bound[] = [
  ...importHandlers({
    calls: country,
    statements: statements.countryImport,
    rules: COUNTRY_RULES,
    sheet: 'Countries',
    columns: [
      text('name', 'India'),
      text('nationality', 'Indian'),
      text('swiftCode', 'IN'),
      column(cells.asYesNo)('fatf', 'No'),
      column(cells.asActive)('active', 'Active'),
    ],
  }),
  ...importHandlers({
    calls: state,
    statements: statements.stateImport,
    rules: STATE_RULES,
    sheet: 'States',
    columns: [text('name', 'Maharashtra'), text('country', 'India'), STATUS],
  }),
  ...importHandlers({
    calls: city,
    statements: statements.cityImport,
    rules: CITY_RULES,
    sheet: 'Cities',
    columns: [text('name', 'Mumbai'), text('state', 'Maharashtra'), text('country', 'India'), STATUS],
  }),
  ...importHandlers({
    calls: currency,
    statements: statements.currencyImport,
    rules: CURRENCY_RULES,
    sheet: 'Currencies',
    columns: [
      code('code', 'USD'),
      text('name', 'US Dollar'),
      text('country', 'United States'),
      code('flag', 'US', 'Flag'),
      { ...text('ratePlaces', '2'), optional: true },
      { ...text('tradeOrder', '1'), optional: true },
      STATUS,
    ],
  }),
  ...importHandlers({
    calls: purpose,
    statements: statements.purposeImport,
    rules: PURPOSE_RULES,
    sheet: 'Purposes',
    columns: [text('value', 'BT'), text('name', 'Business travel'), STATUS],
  }),
  ...importHandlers({
    calls: bank,
    statements: statements.bankImport,
    rules: BANK_RULES,
    sheet: 'Banks',
    columns: [text('name', 'State Bank of India'), code('code', 'SBI'), STATUS],
  }),
  ...importHandlers({
    calls: gatewayBank,
    statements: statements.gatewayBankImport,
    rules: GATEWAY_BANK_RULES,
    sheet: 'Gateway banks',
    columns: [text('name', 'State Bank of India'), code('code', '3044'), STATUS],
  }),
  ...importHandlers({
    calls: area,
    statements: statements.areaImport,
    rules: AREA_RULES,
    sheet: 'Areas',
    passedOver: ['Branches'],
    columns: [text('name', 'West'), codes('branches', 'MUM, PUN', 'Branch ids'), STATUS],
  }),
  ...importHandlers({
    calls: employee,
    statements: statements.employeeImport,
    rules: EMPLOYEE_RULES,
    sheet: 'Employees',
    passedOver: ['Branch'],
    columns: [
      code('code', 'E105'),
      text('name', 'Farah Khan'),
      code('branch', 'MUM', 'Branch id'),
      column(cells.asOneOf(EMPLOYEE_KINDS, 'P'))('kind', 'Person'),
      yesNo('sales', 'Yes'),
      yesNo('delivery', 'No'),
      STATUS,
    ],
  }),
  ...entityImports,
];
