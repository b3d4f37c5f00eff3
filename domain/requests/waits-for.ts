import type { Level } from './approval.ts';
import { WITHDRAWN_STATUS } from './codes.ts';

const MANAGERS: Readonly<Record<Level, string>> = {
  BM: 'Branch manager',
  ZM: 'Zonal manager',
  CM: 'Corporate manager',
  FM: 'Fund manager',
};

/** The part of a request that decides what it waits for. */
export interface Progress {
  readonly status: string;
  readonly submitted: boolean;
  /** Whether its payments are the grand total, those agreed included. */
  readonly isPaid: boolean;
  readonly link: 'none' | 'to send' | 'sent';
  /** The steps that are not approved. */
  readonly open: readonly Level[];
  readonly isSale: boolean;
  readonly isInBranch: boolean;
}

const PAYMENTS: Readonly<Record<Progress['link'], string>> = {
  none: 'Payment',
  'to send': 'Payment link to be sent',
  sent: 'Payment by link',
};

/** Who or what a request waits for, in a word; empty once nothing is left to do. */
export function waitsFor({ status, submitted, isPaid, link, open, isSale, isInBranch }: Progress): string {
  if (status === WITHDRAWN_STATUS || status === 'D' || status === 'H') return '';
  if (!submitted) return 'Draft';
  if (!isPaid) return PAYMENTS[link];
  const next = open.find((level) => level === 'BM' || level === 'ZM');
  if (next !== undefined) return MANAGERS[next];
  if (open.length > 0) return open.map((level) => MANAGERS[level]).join(', ');
  if (isInBranch) return 'Hand over';
  return isSale ? 'Delivery' : 'Collection';
}
