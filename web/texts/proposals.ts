import type { CheckedKind } from '#domain/access/proposals.ts';

const KINDS: Readonly<Record<CheckedKind, string>> = {
  users: 'User',
  rights: 'Right group',
  stock: 'Vault stock',
  retention: 'Retention rule',
};

/** All texts of the screen on which a second user approves changes. */
export const proposalsText = {
  title: 'Changes to Approve',
  detail: 'Changes that wait for a second user',
  kinds: KINDS,
  number: 'No.',
  kind: 'Kind',
  record: 'Record',
  newRecord: 'New',
  by: 'Proposed by',
  at: 'Proposed at',
  empty: 'Nothing waits for approval',
  open: (kind: string, srno: number) => `${kind}, proposal ${srno}`,
  difference: 'What it changes',
  field: 'Field',
  before: 'Before',
  after: 'After',
  nothing: 'nothing',
  own: 'You have made this proposal. Another user must decide about it.',
  remark: 'Reason',
  remarkHint: 'Needed to refuse',
  approve: 'Approve',
  refuse: 'Refuse',
  withdraw: 'Take back',
};
