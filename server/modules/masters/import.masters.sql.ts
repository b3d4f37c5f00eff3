import type { AreaDraft } from '#domain/masters/area.ts';
import type { BankDraft } from '#domain/masters/bank.ts';
import type { CityDraft } from '#domain/masters/city.ts';
import type { CountryDraft } from '#domain/masters/country.ts';
import { SMALL_CURRENCIES, type CurrencyDraft } from '#domain/masters/currency.ts';
import type { EmployeeDraft } from '#domain/masters/employee.ts';
import type { PurposeDraft } from '#domain/masters/purpose.ts';
import type { StateDraft } from '#domain/masters/state.ts';
import { importStatements, inReach, saying } from '#server/platform/imports/import.sql.ts';
import { AREA_CONSTRAINTS, idsOf } from './area.sql.ts';
import { EMPLOYEE_CONSTRAINTS } from './employee.sql.ts';

/** The import of each master from a sheet. A sheet refers to other records by their names. */

const ACTIVE = { column: 'active', type: 'boolean' } as const;
const text = (column: string) => ({ column, type: 'text' }) as const;

const COUNTRY = {
  column: 'country',
  type: 'integer',
  find: `(select c.srno from masters.country c where lower(c.name) = lower(g."country"))`,
} as const;
const STATE = {
  column: 'state',
  type: 'integer',
  find: `(select s.srno from masters.state s join masters.country c on c.srno = s.country
    where lower(s.name) = lower(g."state") and lower(c.name) = lower(g."country"))`,
} as const;

export const countryImport = importStatements<CountryDraft>({
  record: 'country',
  table: 'masters.country',
  columns: {
    name: text('name'),
    nationality: text('nationality'),
    swiftCode: text('swift_code'),
    fatf: { column: 'fatf', type: 'boolean' },
    active: ACTIVE,
  },
  key: (row) => [`lower(${row}.name)`],
});

export const stateImport = importStatements<StateDraft>({
  record: 'state',
  table: 'masters.state',
  columns: { name: text('name'), country: COUNTRY, active: ACTIVE },
  key: (row) => [`${row}.country`, `lower(${row}.name)`],
});

export const cityImport = importStatements<CityDraft>({
  record: 'city',
  table: 'masters.city',
  columns: { name: text('name'), state: STATE, country: COUNTRY, active: ACTIVE },
  key: (row) => [`${row}.state`, `lower(${row}.name)`],
});

export const currencyImport = importStatements<CurrencyDraft>({
  record: 'currency',
  table: 'masters.currency',
  columns: {
    code: text('code'),
    name: text('name'),
    country: COUNTRY,
    flag: text('flag'),
    // An empty cell leaves the decimals and the place of a currency as they are; a new one gets the usual decimals.
    ratePlaces: {
      column: 'rate_places',
      type: 'integer',
      find: `coalesce(nullif(g."ratePlaces", '')::smallint,
        (select k.rate_places from masters.currency k where k.code = g."code"),
        case when g."code" in (${SMALL_CURRENCIES.map((code) => `'${code}'`).join(', ')}) then 4 else 2 end)`,
    },
    tradeOrder: {
      column: 'trade_order',
      type: 'integer',
      find: `coalesce(nullif(g."tradeOrder", '')::smallint,
        (select k.trade_order from masters.currency k where k.code = g."code"))`,
    },
    active: ACTIVE,
  },
  key: (row) => [`${row}.code`],
});

export const purposeImport = importStatements<PurposeDraft>({
  record: 'purpose',
  table: 'masters.purpose',
  columns: { value: text('value'), name: text('name'), active: ACTIVE },
  key: (row) => [`lower(${row}.value)`],
});

export const bankImport = importStatements<BankDraft>({
  record: 'bank',
  table: 'masters.bank',
  columns: { name: text('name'), code: text('code'), active: ACTIVE },
  key: (row) => [`lower(${row}.name)`],
});

export const gatewayBankImport = importStatements<BankDraft>({
  record: 'gatewaybank',
  table: 'masters.gateway_bank',
  columns: { name: text('name'), code: text('code'), active: ACTIVE },
  key: (row) => [`lower(${row}.code)`],
});

export const employeeImport = importStatements<EmployeeDraft>({
  record: 'employee',
  table: 'masters.employee',
  columns: {
    code: text('code'),
    name: text('name'),
    branch: {
      column: 'branch',
      type: 'integer',
      find: `(select e.srno from masters.entity e where e.id = g."branch" and ${inReach('e.srno')})`,
    },
    kind: text('kind'),
    sales: { column: 'sales', type: 'boolean' },
    delivery: { column: 'delivery', type: 'boolean' },
    active: ACTIVE,
  },
  key: (row) => [`lower(${row}.code)`],
  reach: inReach('m.branch'),
  tests: [
    {
      field: 'branch',
      says: saying(
        `r.branch is distinct from m.branch and exists (select from masters.entity e where e.srno = r.branch and not e.active)`,
        EMPLOYEE_CONSTRAINTS.employee_branch_active,
      ),
    },
    {
      field: 'kind',
      says: saying(
        `r.kind = 'V' and (r.sales or r.delivery)`,
        EMPLOYEE_CONSTRAINTS.employee_vault_holds_only,
      ),
    },
    {
      field: 'kind',
      says: saying(
        `r.kind = 'V' and r.active and exists (select from masters.employee o
           where o.branch = r.branch and o.kind = 'V' and o.active and o.srno is distinct from m.srno)`,
        EMPLOYEE_CONSTRAINTS.employee_one_vault,
      ),
    },
  ],
  trail: { branch: (row) => `${row}.branch` },
});

/** Every user may edit an area. The import sets the branches in scope and keeps the others. */
export const areaImport = importStatements<AreaDraft>({
  record: 'area',
  table: 'masters.area',
  columns: { name: text('name'), active: ACTIVE },
  lists: {
    branches: {
      table: 'masters.area_branch',
      parent: 'area',
      column: 'branch',
      find: `array(select e.srno from masters.entity e
        where e.id = any (g."branches") and e.type = 'B' and ${inReach('e.srno')} order by e.srno)`,
      reach: inReach('c.branch'),
      told: idsOf,
    },
  },
  key: (row) => [`lower(${row}.name)`],
  whole: 'name',
  tests: [
    {
      field: 'branches',
      // A branch may move between two areas that are both in the sheet.
      says: saying(
        `exists (select from masters.area_branch b join masters.area a on a.srno = b.area
           where b.branch = any (r.branches) and b.area is distinct from m.srno
             and lower(a.name) not in (select lower(value) from whole))`,
        AREA_CONSTRAINTS.area_branch_once,
      ),
    },
  ],
});
