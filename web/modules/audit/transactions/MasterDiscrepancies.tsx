import type { TransactionsTabProps } from './TransactionsTab.tsx';

export function MasterDiscrepancies(_: TransactionsTabProps) {
  return null;
}
