/** Why a budget cannot be put where it is to be. */
export const PLACE_TEXTS = {
  branchInactive: 'This branch is not active.',
  otherBranch: 'This executive belongs to another branch.',
  sellsNot: 'This employee is not an active sales executive.',
} as const;
