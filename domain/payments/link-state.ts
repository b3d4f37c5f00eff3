/** The state of a payment link for staff. `none`: not sent. `ended`: it was cancelled or replaced and cannot be paid. */
export const LINK_PROGRESS = ['none', 'sent', 'opened', 'paid', 'expired', 'ended'] as const;
export type LinkProgress = (typeof LINK_PROGRESS)[number];

/** The newest order of a request. */
export interface LinkOrder {
  readonly state: string;
  readonly isMailed: boolean;
  readonly isOpened: boolean;
}

export function linkProgress(order: LinkOrder | undefined): LinkProgress {
  if (order === undefined) return 'none';
  if (order.state === 'paid' || order.state === 'expired') return order.state;
  if (order.state !== 'new' && order.state !== 'open') return order.isMailed ? 'ended' : 'none';
  if (!order.isMailed) return 'none';
  return order.isOpened ? 'opened' : 'sent';
}

/** Whether the payer can still use the link. */
export const canBePaid = (progress: LinkProgress): boolean => progress === 'sent' || progress === 'opened';
