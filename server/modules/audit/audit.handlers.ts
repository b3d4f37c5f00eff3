import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';

/** The list of audits, their header and their tabs. */
export const auditHandlers = (_config: Config): readonly Bound[] => [];
