import { useAllowedBranches } from '#web/app/rights.ts';
import { useSession } from '#web/app/session.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { fieldsOf } from './fields.ts';
import type { RequestForm } from './form.ts';

/**
 * The branch: picked by whoever may choose between several, otherwise the only one there is. Head office names one too,
 * because a request is of a branch.
 */
export function BranchField({ form }: { form: RequestForm }) {
  const { change } = form;
  const { choice } = fieldsOf(form);
  const isOfBranch = useSession()?.entitytype === 'B';
  const { data: branches } = useAllowedBranches();
  const isOnlyOne = isOfBranch && branches?.length === 1;
  const own = choice('branch');
  return (
    <BranchPicker
      {...own}
      required
      disabled={isOnlyOne}
      onChange={(branch) => change({ branch: branch ?? '', salesExecutive: '', deliveryExecutive: '' })}
    />
  );
}
