import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { AuditFiles } from './files.ts';

/** The registers of an audit and the papers of its attendance row. */
export const registerHandlers = (_files: AuditFiles): readonly Bound[] => [];
