import type { FieldRule } from '../rules.ts';

/** P is a person; V is the vault of a branch, which holds notes like a person does. */
export const EMPLOYEE_KINDS = { P: 'Person', V: 'Vault' } as const;
export type EmployeeKind = keyof typeof EMPLOYEE_KINDS;

/** An employee as typed; the branch is its id. */
export interface EmployeeDraft {
  readonly code: string;
  readonly name: string;
  readonly branch: string | null;
  readonly kind: EmployeeKind;
  readonly sales: boolean;
  readonly delivery: boolean;
  readonly active: boolean;
}

export const EMPLOYEE_RULES: Readonly<Record<keyof EmployeeDraft, FieldRule>> = {
  code: { label: 'Code', required: true, maxChars: 20 },
  name: { label: 'Name', required: true, maxChars: 50 },
  branch: { label: 'Branch', required: true },
  kind: { label: 'Kind' },
  sales: { label: 'Sales' },
  delivery: { label: 'Delivery' },
  active: { label: 'Status' },
};
