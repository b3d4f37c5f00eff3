import { employee } from '#contract/masters/employee.ts';
import type { Option } from '#contract/shared.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const employees = sourceOf('employee', employee.options);
const nameAndCode = ({ value, name }: Option) => `${name} (${value})`;

interface EmployeePickerProps extends PickerProps {
  /** Only sales staff, or only delivery staff; the list is then limited to one branch. */
  role?: 'sales' | 'delivery';
}

/** An employee, of the branch in `within` if it is set; the value is the employee's code. */
export function EmployeePicker({ within, role, ...props }: EmployeePickerProps) {
  return (
    <Picker
      {...props}
      source={employees}
      by={{ ...(within ? { branch: within } : {}), ...(role ? { role } : {}) }}
      notYet={role !== undefined && within === null ? pickersText.branchFirst : undefined}
      labelOf={nameAndCode}
    />
  );
}
EmployeePicker.source = employees;
