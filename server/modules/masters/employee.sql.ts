import { employee } from '#contract/masters/employee.ts';
import { inReach, saying } from '#server/platform/imports/import.sql.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { recordStatements } from '#server/platform/record/statements.ts';

const SEARCH = "(m.code || ' ' || m.name)";
const table = 'masters.employee';

export const employeeStatements = recordStatements(employee, {
  table,
  reads: { branch: 'e.id', branchName: 'e.name' },
  joins: 'join masters.entity e on e.srno = m.branch',
  branch: 'm.branch',
  search: SEARCH,
  parents: { table: 'masters.entity', name: 'name', column: 'm.branch' },
  options: {
    value: 'm.code',
    lookup: 'lower(m.code) = lower($1::text)',
    name: 'm.name',
    search: SEARCH,
    narrow: {
      branch: (branch) => `m.branch = (select srno from masters.entity where id = ${branch}::text)`,
    },
    tested: {
      role: (role) =>
        `case ${role}::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end`,
    },
  },
});

export const EMPLOYEE_CONSTRAINTS = {
  employee_one_vault: 'This branch has a vault already.',
  employee_vault_holds_only: 'A vault neither sells nor delivers.',
  employee_branch_active: 'This branch is not active.',
} as const;

export const employeeImport = recordImport(employee, {
  table,
  finds: {
    branch: `(select e.srno from masters.entity e where e.id = g."branch" and ${inReach('e.srno')})`,
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
