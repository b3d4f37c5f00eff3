import { BUDGET_TYPES, financialYearName } from '#domain/budget/budget.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { budgetText as text } from '#web/texts/budget.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { lacksOne, yearsAround, type BudgetSearch } from './budgetSearch.ts';

export const typeChoices = BUDGET_TYPES.map((value) => ({ value, label: text.types[value] }));
export const yearChoices = (shown: string) =>
  yearsAround(shown).map((value) => ({ value, label: financialYearName(value) }));
const whichChoices = (['ALL', 'ONE'] as const).map((value) => ({ value, label: text.whiches[value] }));
const fixed = { clearable: false } as const;

interface BudgetSearchFieldsProps {
  search: BudgetSearch;
  /** Whether to mark missing fields. */
  isAsked: boolean;
  onChange: (search: BudgetSearch) => void;
}

/** Year, type, all or one, and the chosen one. */
export function BudgetSearchFields({ search, isAsked, onChange }: BudgetSearchFieldsProps) {
  const set = (change: Partial<BudgetSearch>) => onChange({ ...search, ...change });
  const missing = (label: string) => (isAsked && lacksOne(search) ? mandatoryMessage([label]) : undefined);
  return (
    <>
      <SelectField
        label={text.year}
        choices={yearChoices(search.year)}
        value={search.year}
        {...fixed}
        onChange={(year) => set({ year: year ?? search.year })}
      />
      <SelectField
        label={text.type}
        choices={typeChoices}
        value={search.type}
        {...fixed}
        onChange={(type) =>
          set({ type: type === 'EXECUTIVE' ? 'EXECUTIVE' : 'BRANCH', branch: '', executive: '' })
        }
      />
      <SelectField
        label={text.which}
        choices={whichChoices}
        value={search.which}
        {...fixed}
        onChange={(which) => set({ which: which === 'ONE' ? 'ONE' : 'ALL', branch: '', executive: '' })}
      />
      {search.which === 'ALL' ? null : search.type === 'EXECUTIVE' ? (
        <EmployeePicker
          label={text.executive}
          role="sales"
          required
          value={search.executive === '' ? null : search.executive}
          error={missing(text.executive)}
          onChange={(executive) => set({ branch: '', executive: executive ?? '' })}
        />
      ) : (
        <BranchPicker
          label={text.branch}
          required
          preselects
          value={search.branch === '' ? null : search.branch}
          error={missing(text.branch)}
          onChange={(branch) => set({ branch: branch ?? '' })}
        />
      )}
    </>
  );
}
