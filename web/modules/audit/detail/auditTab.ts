import type { AuditDetail } from '#contract/audit/audit.ts';

/** The properties of every tab of an audit. */
export interface AuditTabProps {
  detail: AuditDetail;
  /** Whether this user can change the audit now. */
  mayChange: boolean;
  onChanged: () => void;
}
