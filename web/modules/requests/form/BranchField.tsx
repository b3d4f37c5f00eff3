import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { fieldsOf } from './fields.ts';
import type { RequestForm } from './form.ts';
import { useOnlyBranch } from './useOnlyBranch.ts';

/**
 * The branch: a picker if the user can choose between several, otherwise the only one. Head office must choose one too,
 * because every request belongs to a branch.
 */
export function BranchField({ form }: { form: RequestForm }) {
  const { draft, change } = form;
  const { choice } = fieldsOf(form);
  const { only } = useOnlyBranch();
  return (
    <BranchPicker
      {...choice('branch')}
      required
      disabled={only !== '' && draft.branch === only}
      onChange={(branch) => change({ branch: branch ?? '', salesExecutive: '', deliveryExecutive: '' })}
    />
  );
}
