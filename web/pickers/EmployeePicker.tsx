import { employee } from '#contract/masters/employee.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const employees = sourceOf('employee', employee.options);

interface EmployeePickerProps extends PickerProps {
  /** Only those who sell, those who deliver, or the vaults. */
  role?: 'sales' | 'delivery' | 'vault';
}

/** An employee in the user's reach, of the branch it is within where one is given; the value is the code. */
export function EmployeePicker({ within, role, ...props }: EmployeePickerProps) {
  return (
    <Picker
      {...props}
      source={employees}
      by={{ ...(within ? { branch: within } : {}), ...(role ? { role } : {}) }}
      entry={({ value, name }) => `${name} (${value})`}
    />
  );
}
