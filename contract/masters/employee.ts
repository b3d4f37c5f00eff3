import * as z from 'zod/mini';
import { bit, flag, limited } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';

/** The employee master: persons, and the vaults of branches. */

/** P is a person, V a vault. */
const kind = z.enum(['P', 'V']);

const employeeRow = {
  emp_srno: z.int(),
  emp_code: z.string(),
  emp_name: z.string(),
  emp_branch: z.string(),
  emp_branchname: z.string(),
  emp_kind: kind,
  emp_sales: bit,
  emp_delivery: bit,
  emp_active: bit,
} as const;
const employeeRowSchema = z.object(employeeRow);
const employeeInputSchema = z.object({
  emp_code: z.string(),
  emp_name: z.string(),
  emp_branch: limited(20),
  emp_kind: z.optional(kind),
  emp_sales: z.optional(flag),
  emp_delivery: z.optional(flag),
  emp_active: z.optional(flag),
});

export type EmployeeRow = z.infer<typeof employeeRowSchema>;
export type EmployeeInput = z.infer<typeof employeeInputSchema>;

const declaration = {
  endpoint: 'employee_a.php',
  key: 'EMPLOYEE',
  source: '000 §7; docs/readings.md: employee',
  plural: 'employees',
  row: employeeRowSchema,
  detail: z.object({ ...employeeRow, ...changedShape }),
  written: employeeInputSchema,
  // `branch` is an id; `role` is sales, delivery or vault.
  narrowedBy: ['branch', 'role'],
} as const;

export const employee = { ...defineMaster(declaration), ...defineMasterImport(declaration) };
