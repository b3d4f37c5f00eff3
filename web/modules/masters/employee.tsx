import { employee as calls, type EmployeeRow } from '#contract/masters/employee.ts';
import { EMPLOYEE_RULES, type EmployeeDraft } from '#domain/masters/employee.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { activeColumn, bitOf, numberColumn, textColumn, yesNoColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const KINDS = [
  { value: 'P', label: mastersText.employeeKind.P },
  { value: 'V', label: mastersText.employeeKind.V },
];

const employee = masterOf<typeof calls, EmployeeRow, EmployeeDraft>({
  id: 'employee',
  right: 'EMPLOYEE',
  texts: mastersText.employee,
  calls,
  columns: [
    numberColumn((row) => row.emp_srno),
    textColumn('code', EMPLOYEE_RULES.code.label, 96, (row) => row.emp_code),
    { ...textColumn('name', EMPLOYEE_RULES.name.label, 200, (row) => row.emp_name), hideable: false },
    textColumn('branch', EMPLOYEE_RULES.branch.label, 200, (row) => row.emp_branchname),
    {
      id: 'kind',
      header: EMPLOYEE_RULES.kind.label,
      value: (row) => mastersText.employeeKind[row.emp_kind],
      width: 88,
    },
    yesNoColumn('sales', EMPLOYEE_RULES.sales.label, (row) => row.emp_sales),
    yesNoColumn('delivery', EMPLOYEE_RULES.delivery.label, (row) => row.emp_delivery),
    activeColumn(EMPLOYEE_RULES.active.label, (row) => row.emp_active),
  ],
  srnoOf: (row) => row.emp_srno,
  nameOfRow: (row) => row.emp_name,
  fields: [
    { name: 'code', kind: 'code' },
    { name: 'name', kind: 'text' },
    { name: 'branch', kind: 'picker', picker: BranchPicker },
    { name: 'kind', kind: 'choice', choices: KINDS },
    { name: 'sales', kind: 'yes-no' },
    { name: 'delivery', kind: 'yes-no' },
    { name: 'active', kind: 'active' },
  ],
  rules: EMPLOYEE_RULES,
  blank: { code: '', name: '', branch: null, kind: 'P', sales: false, delivery: false, active: true },
  draftOf: (row) => ({
    code: row.emp_code,
    name: row.emp_name,
    branch: row.emp_branch,
    kind: row.emp_kind,
    sales: row.emp_sales === 1,
    delivery: row.emp_delivery === 1,
    active: row.emp_active === 1,
  }),
  writtenOf: (draft) => ({
    emp_code: draft.code.trim(),
    emp_name: draft.name.trim(),
    emp_branch: draft.branch ?? '',
    emp_kind: draft.kind,
    emp_sales: bitOf(draft.sales),
    emp_delivery: bitOf(draft.delivery),
    emp_active: bitOf(draft.active),
  }),
});

export function EmployeeScreen() {
  return <MasterScreen master={employee} />;
}
