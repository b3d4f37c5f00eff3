import { useAllowedBranches } from '#web/wire/rights.ts';

/** Whether the user can choose between branches; `only` is the branch of a user with one branch in scope. */
export function useBranchChoice() {
  const { data: branches } = useAllowedBranches();
  return {
    hasChoice: branches !== undefined && branches.count > 1,
    only: branches?.count === 1 ? (branches.first?.value ?? null) : null,
  };
}
