import type { BudgetDraft } from '#domain/budget/budget.ts';

/** What is not typed is kept beside it: a budget of another company or item stays theirs. */
export interface BudgetForm extends BudgetDraft {
  readonly company: string;
  readonly item: string;
}
