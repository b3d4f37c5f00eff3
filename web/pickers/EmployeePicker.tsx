import { employee } from '#contract/masters/employee.ts';
import type { Option } from '#contract/shared.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const employees = sourceOf('employee', employee.options);
const nameAndCode = ({ value, name }: Option) => `${name} (${value})`;

/** An employee, of the branch it is within where there is one; the value is the employee's code. */
export function EmployeePicker({ within, ...props }: PickerProps) {
  return <Picker {...props} source={employees} by={within ? { branch: within } : {}} labelOf={nameAndCode} />;
}
EmployeePicker.source = employees;
