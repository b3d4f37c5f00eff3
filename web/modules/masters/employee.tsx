import { employee } from '#contract/masters/employee.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { mastersText } from '#web/texts/masters.ts';

const master = recordMaster({
  record: employee,
  texts: mastersText.employee,
  pickers: { branch: BranchPicker },
});

export function EmployeeScreen() {
  return <MasterScreen master={master} />;
}
