import { AUDIT_FLOW } from '#domain/audit/audit.ts';
import type { AuditStatus } from '#domain/audit/codes.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

const MEANINGS = { P: 'waiting', R: 'info', C: 'done' } as const satisfies Record<AuditStatus, string>;

export const AuditBadge = ({ status }: { status: AuditStatus }) => (
  <StatusBadge meaning={MEANINGS[status]}>{AUDIT_FLOW.words[status]}</StatusBadge>
);
