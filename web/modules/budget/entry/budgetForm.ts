import type { BudgetDraft } from '#domain/budget/budget.ts';

/** The form does not show company and item. It stores them so that a saved budget keeps them. */
export interface BudgetForm extends BudgetDraft {
  readonly company: string;
  readonly item: string;
}
