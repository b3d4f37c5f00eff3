import type { EmployeeDraft } from '#domain/masters/employee.ts';
import { EMPLOYEE_ROW } from './employee.present.ts';
import { recordStatements } from '#server/platform/db/record.ts';

const SEARCH = "(m.code || ' ' || m.name)";

export const employeeStatements = recordStatements<EmployeeDraft>({
  record: 'employee',
  table: 'masters.employee',
  columns: {
    code: 'code',
    name: 'name',
    branch: 'branch',
    kind: 'kind',
    sales: 'sales',
    delivery: 'delivery',
    active: 'active',
  },
  row: EMPLOYEE_ROW,
  joins: 'join masters.entity e on e.srno = m.branch',
  branch: 'm.branch',
  sorts: {
    name: { column: 'm.name', type: 'text' },
    code: { column: 'm.code', type: 'text' },
    branch: { column: 'e.name', type: 'text', isJoined: true },
    srno: { column: 'm.srno', type: 'integer' },
  },
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
  employee_code_unique: 'This employee code is already taken.',
  employee_one_vault: 'This branch has a vault already.',
  employee_vault_holds_only: 'A vault neither sells nor delivers.',
  employee_branch_active: 'This branch is not active.',
} as const;
