import type { Bound } from '#server/platform/dispatch/handler.ts';
import { budgetHandlers as masterHandlers } from './budget.handlers.ts';
import { budgetImports } from './budget.import.ts';
import { reportHandlers } from './report.handlers.ts';

/** The budget room: what branches and executives are to earn, set against what they have. */
export const budgetHandlers: readonly Bound[] = [...masterHandlers, ...budgetImports, ...reportHandlers];

export { BUDGET_CONSTRAINTS } from './budget.sql.ts';
