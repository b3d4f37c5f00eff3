import type { Bound } from '#server/platform/dispatch/handler.ts';

/** The transactions of an audit and their marks. */
export const transactionHandlers: readonly Bound[] = [];
