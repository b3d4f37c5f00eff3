import { useAllowedBranches } from '#web/app/rights.ts';

/** Whether there is a branch to choose; who may see one branch only has it chosen. */
export function useBranchChoice() {
  const { data: branches } = useAllowedBranches();
  return {
    hasChoice: branches !== undefined && branches.length > 1,
    only: branches?.length === 1 ? (branches[0]?.value ?? null) : null,
  };
}
