import type { EmployeeRow, EmployeeInput } from '#contract/masters/employee.ts';
import { EMPLOYEE_KINDS, type EmployeeDraft } from '#domain/masters/employee.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, isYes, statusColumn, textColumn, yesOrNo } from './master.present.ts';

export const EMPLOYEE_ROW = {
  emp_srno: 'm.srno',
  emp_code: 'm.code',
  emp_name: 'm.name',
  emp_branch: 'e.id',
  emp_branchname: 'e.name',
  emp_kind: 'm.kind',
  emp_sales: 'm.sales::integer',
  emp_delivery: 'm.delivery::integer',
  emp_active: 'm.active::integer',
} as const satisfies WireColumns;

export const employeeDraft = (written: EmployeeInput): EmployeeDraft => ({
  code: written.emp_code.trim().toUpperCase(),
  name: written.emp_name.trim(),
  branch: written.emp_branch.trim().toUpperCase(),
  kind: written.emp_kind ?? 'P',
  sales: isYes(written.emp_sales),
  delivery: isYes(written.emp_delivery),
  active: isActive(written.emp_active),
});

export const EMPLOYEE_SHEET = [
  textColumn<EmployeeRow>('Code', 12, (row) => row.emp_code),
  textColumn<EmployeeRow>('Name', 28, (row) => row.emp_name),
  textColumn<EmployeeRow>('Branch id', 12, (row) => row.emp_branch),
  textColumn<EmployeeRow>('Branch', 28, (row) => row.emp_branchname),
  textColumn<EmployeeRow>('Kind', 10, (row) => EMPLOYEE_KINDS[row.emp_kind]),
  textColumn<EmployeeRow>('Sales', 8, (row) => yesOrNo(row.emp_sales)),
  textColumn<EmployeeRow>('Delivery', 10, (row) => yesOrNo(row.emp_delivery)),
  statusColumn<EmployeeRow>((row) => row.emp_active),
];
