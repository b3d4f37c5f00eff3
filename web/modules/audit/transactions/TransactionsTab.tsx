import type { AuditDetail } from '#contract/audit/audit.ts';

export interface TransactionsTabProps {
  detail: AuditDetail;
  mayChange: boolean;
  onChanged: () => void;
}

export function TransactionsTab(_: TransactionsTabProps) {
  return null;
}
