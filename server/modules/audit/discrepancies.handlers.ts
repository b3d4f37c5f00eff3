import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { AuditFiles } from './files.ts';

/** The page of discrepancies, their replies and their decisions. */
export const discrepancyHandlers = (_files: AuditFiles): readonly Bound[] => [];
