import type { Bound } from '#server/platform/dispatch/handler.ts';
import { budgetHandlers as recordHandlers } from './budget.handlers.ts';
import { budgetImports } from './budget.import.ts';
import { reportHandlers } from './report.handlers.ts';

/** The budget module: the targets of branches and executives, compared with what they earned. */
export const budgetHandlers: readonly Bound[] = [...recordHandlers, ...budgetImports, ...reportHandlers];

export { BUDGET_CONSTRAINTS } from './budget.sql.ts';
