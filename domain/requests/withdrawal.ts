/** Withdrawing a draft. */

export const MAX_WITHDRAWAL_NOTE_CHARS = 250;

export const WITHDRAWAL_TEXTS = {
  done: 'The request is withdrawn.',
  paidByLink: 'A payment has come by the link, so the request cannot be withdrawn.',
  needsNote: 'Money was received for this request. Please say where it went.',
  remark: (note: string) => (note === '' ? 'Withdrawn.' : `Withdrawn. Where the money went: ${note}`),
} as const;
