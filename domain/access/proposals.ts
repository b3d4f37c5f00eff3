import type { RightNeed } from '../rights.ts';

/** The changes that can need a second person. The setting MAKER_CHECKER names those that do. */
export const CHECKED_KINDS = ['users', 'rights', 'stock', 'retention'] as const;
export type CheckedKind = (typeof CHECKED_KINDS)[number];

/** Who can decide about a proposal of each kind: whoever could make the change. */
export const CHECKER_NEEDS = {
  users: { key: 'USER', flag: 'change' },
  rights: { key: 'RIGHT', flag: 'change' },
  stock: { key: 'VAULTSTOCK', flag: 'edit' },
  retention: { key: 'RETENTION', flag: 'add' },
} as const satisfies Readonly<Record<CheckedKind, RightNeed>>;

export const MAX_PROPOSAL_REMARK_CHARS = 250;

export const PROPOSAL_TEXTS = {
  proposed: 'Another user must approve this change. It waits under Changes to approve.',
  waits: 'A change of this record waits for approval already. Please have it decided first.',
  tooManyOwn: '100 of your changes wait for approval already. Please have some of them decided first.',
  tooMany: '1,000 changes wait for approval already. Please have some of them decided first.',
  own: 'You have made this proposal. Another user must decide about it.',
  notOwn: 'Only the user who made a proposal can take it back.',
  gone: 'This proposal has been decided already.',
  needsRemark: 'Please say why.',
  noImport:
    'Changes of users need a second person here, so they cannot be imported. Please add them one by one.',
  approved: 'Approved. The change is made.',
  refused: 'Refused. Nothing was changed.',
  withdrawn: 'Taken back. Nothing was changed.',
} as const;
