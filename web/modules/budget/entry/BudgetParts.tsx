import { BUDGET_RULES, MONTHS, type Amounts, type Month } from '#domain/budget/budget.ts';
import { formatRupees, parseAmount, sumDecimals } from '#domain/numbers.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { typeChoices, yearChoices } from '../BudgetSearchFields.tsx';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { budgetText } from '#web/texts/budget.ts';
import { MoneyInput } from '#web/ui/MoneyInput.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { PartProps } from '#web/patterns/master/master.ts';
import styles from './Budget.module.css';
import type { BudgetForm } from './budgetForm.ts';

type Part = PartProps<BudgetForm>;

/** The owner of a stored budget is fixed, so the type can be chosen only for a new one. */
export function TypePart({ draft, isNew, isReadOnly, onChange, ...field }: Part) {
  return (
    <SelectField
      {...field}
      choices={typeChoices}
      value={draft.type}
      clearable={false}
      disabled={!isNew || isReadOnly}
      onChange={(type) =>
        onChange({ ...draft, type: type === 'EXECUTIVE' ? 'EXECUTIVE' : 'BRANCH', executive: null })
      }
    />
  );
}

export function YearPart({ draft, isNew, isReadOnly, onChange, ...field }: Part) {
  return (
    <SelectField
      {...field}
      choices={yearChoices(draft.finYear)}
      value={draft.finYear}
      clearable={false}
      disabled={!isNew || isReadOnly}
      onChange={(finYear) => onChange({ ...draft, finYear: finYear ?? draft.finYear })}
    />
  );
}

/** The branch of the budget; for an executive's budget, the branch whose executives are offered. */
export function BranchPart({ draft, isNew, isReadOnly, onChange, ...field }: Part) {
  return (
    <div className={draft.type === 'BRANCH' ? styles.whole : undefined}>
      <BranchPicker
        {...field}
        required={draft.type === 'BRANCH'}
        value={draft.branch}
        disabled={!isNew || isReadOnly}
        preselects={isNew && !isReadOnly}
        onChange={(branch) => onChange({ ...draft, branch, executive: null })}
      />
    </div>
  );
}

export function ExecutivePart({ draft, isNew, isReadOnly, onChange, ...field }: Part) {
  if (draft.type !== 'EXECUTIVE') return null;
  return (
    <EmployeePicker
      {...field}
      required
      role="sales"
      within={draft.branch ?? undefined}
      value={draft.executive}
      disabled={!isNew || isReadOnly}
      onChange={(executive) => onChange({ ...draft, executive })}
    />
  );
}

const monthOf = (id: string) => MONTHS.find((month) => id.endsWith(`-${month}`)) ?? 'apr';

/** The amount of the month that the field's id names. */
export function MonthPart({ id, label, error, draft, isReadOnly, onChange }: Part) {
  const month: Month = monthOf(id);
  return (
    <MoneyInput
      label={label}
      error={error}
      id={id}
      symbol="₹"
      maxChars={BUDGET_RULES[month].maxChars}
      value={draft[month]}
      readOnly={isReadOnly}
      onChange={(amount) => onChange({ ...draft, [month]: amount })}
    />
  );
}

/** Returns null while one of the amounts cannot be parsed. */
function totalOf(amounts: Amounts): string | null {
  const read = MONTHS.map((month) => parseAmount(amounts[month] || '0'));
  return read.includes(null) ? null : sumDecimals(read.filter((amount) => amount !== null));
}

/** March, and below it the running total of the year. */
export function LastMonthPart(props: Part) {
  const total = totalOf(props.draft);
  return (
    <>
      <MonthPart {...props} />
      <p className={styles.total} role="status">
        {budgetText.monthTotal}{' '}
        <strong className="number">{total === null ? '—' : formatRupees(total)}</strong>
      </p>
    </>
  );
}
