import { useAllowedBranches } from '#web/app/rights.ts';
import { useSession } from '#web/app/session.ts';

/** The branch of whoever can choose no other; empty for all others. */
export function useOnlyBranch(): { readonly only: string; readonly isPending: boolean } {
  const isOfBranch = useSession()?.entitytype === 'B';
  const { data: branches, isPending } = useAllowedBranches();
  const [first, ...others] = branches ?? [];
  return { only: isOfBranch && first !== undefined && others.length === 0 ? first.value : '', isPending };
}
