import { REPORT_MODES } from '#contract/notes/reports.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { CurrencyPicker } from '#web/pickers/CurrencyPicker.tsx';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { reportsText as text } from '#web/texts/reports.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { Asked, DayName } from './asked.ts';
import styles from './Reports.module.css';

/** Where a message sends the reader back to. */
export const FIELD = { executive: 'report-executive', branch: 'report-branch' } as const;
/** Its button stands at the head of the screen. */
export const FORM = 'report-form';

const modeChoices = REPORT_MODES.map((mode) => ({ value: mode, label: text.modes[mode] }));
const aboutChoices = (['executive', 'branch'] as const).map((about) => ({
  value: about,
  label: text.abouts[about],
}));

interface ReportFormProps {
  asked: Asked;
  /** Whether a whole branch is asked for; by itself, because its branch may not be chosen yet. */
  isBranch: boolean;
  days: readonly DayName[];
  /** Where not, the executive is the user himself and nothing is to be chosen. */
  seesOthers: boolean;
  onAbout: (isBranch: boolean) => void;
  onChange: (change: Partial<Asked>) => void;
  onGenerate: () => void;
}

/** What the report is to be about; it is made when Generate or Enter is pressed. */
export function ReportForm(props: ReportFormProps) {
  const { asked, isBranch, days, seesOthers, onAbout, onChange, onGenerate } = props;
  return (
    <form
      id={FORM}
      noValidate
      aria-label={text.form}
      className={`${styles.form} no-print`}
      onSubmit={(event) => {
        event.preventDefault();
        onGenerate();
      }}
    >
      <SelectField
        label={text.mode}
        choices={modeChoices}
        value={asked.mode}
        clearable={false}
        allowDeselect={false}
        onChange={(mode) => onChange({ mode: mode === 'Download' ? 'Download' : 'View' })}
      />
      {days.map((name) => (
        <DateInput
          key={name}
          label={text[name]}
          required
          value={asked.days[name] ?? null}
          onChange={(day) => onChange({ days: { ...asked.days, [name]: day } })}
        />
      ))}
      {seesOthers ? (
        <SelectField
          label={text.about}
          choices={aboutChoices}
          value={isBranch ? 'branch' : 'executive'}
          clearable={false}
          allowDeselect={false}
          onChange={(about) => onAbout(about === 'branch')}
        />
      ) : null}
      <div className={styles.who}>
        {isBranch ? (
          <BranchPicker
            id={FIELD.branch}
            label={text.branch}
            required
            preselects
            value={asked.branch === '' ? null : asked.branch}
            onChange={(branch) => onChange({ branch: branch ?? '', empcode: '' })}
          />
        ) : (
          <EmployeePicker
            id={FIELD.executive}
            label={text.executive}
            required
            readOnly={!seesOthers}
            value={asked.empcode === '' ? null : asked.empcode}
            onChange={(code) => onChange({ empcode: code ?? '', branch: '' })}
          />
        )}
      </div>
      <CurrencyPicker
        label={text.currency}
        placeholder={text.all}
        value={asked.isd === '' ? null : asked.isd}
        onChange={(isd) => onChange({ isd: isd ?? '' })}
      />
    </form>
  );
}
