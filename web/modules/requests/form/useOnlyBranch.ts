import type { Option } from '#contract/shared.ts';
import { useAllowedBranches } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';

interface OnlyBranch {
  /** The id of the branch; empty where there is a choice. */
  readonly only: string;
  /** The same with its name. */
  readonly option: Option | null;
  readonly isPending: boolean;
}

/** The branch of whoever can choose no other. */
export function useOnlyBranch(): OnlyBranch {
  const isOfBranch = useSession()?.entitytype === 'B';
  const { data: branches, isPending } = useAllowedBranches();
  const option = isOfBranch && branches?.count === 1 ? branches.first : null;
  return { only: option?.value ?? '', option, isPending };
}
