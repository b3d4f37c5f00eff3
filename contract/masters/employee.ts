import { EMPLOYEE_KINDS } from '#domain/masters/employee.ts';
import { active, choice, code, referenceById, text, yesNo } from '../record-fields.ts';
import { defineRecord } from '../record.ts';

/** The employee master: persons, and the vaults of branches. */
export const employee = defineRecord({
  name: 'employee',
  plural: 'employees',
  endpoint: 'employee_a.php',
  right: 'EMPLOYEE',
  source: '000 §7; docs/readings.md: employee',
  wire: 'emp_',
  title: 'name',
  fields: {
    code: code({
      label: 'Code',
      required: true,
      maxChars: 20,
      unique: 'This employee code is already taken.',
      list: 96,
      sheet: 12,
      example: 'E105',
    }),
    name: text({
      label: 'Name',
      required: true,
      maxChars: 50,
      list: 200,
      sheet: 28,
      example: 'Farah Khan',
    }),
    branch: referenceById({
      shownAs: 'branchName',
      label: 'Branch',
      required: true,
      list: 200,
      sheet: 28,
      ids: { header: 'Branch id', sheet: 12 },
      example: 'MUM',
    }),
    kind: choice(EMPLOYEE_KINDS, { label: 'Kind', blank: 'P', list: 88, sheet: 10, example: 'Person' }),
    sales: yesNo({ label: 'Sales', list: 88, sheet: 8, example: 'Yes' }),
    delivery: yesNo({ label: 'Delivery', list: 88, sheet: 10 }),
    active: active(),
  },
  // `branch` is an id; `role` is sales, delivery or vault.
  narrowedBy: ['branch', 'role'],
});
