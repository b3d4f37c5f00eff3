import { REPORT_MODES } from '#contract/notes/reports.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { CurrencyPicker } from '#web/pickers/CurrencyPicker.tsx';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { reportsText as text } from '#web/texts/reports.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { ReportQuery, DayName } from './query.ts';
import styles from './Reports.module.css';

/** The ids of the fields that messages link to. */
export const FIELD = { executive: 'report-executive', branch: 'report-branch' } as const;
/** The id of the form; its button is in the header of the screen. */
export const FORM = 'report-form';

const modeChoices = REPORT_MODES.map((mode) => ({ value: mode, label: text.modes[mode] }));
const aboutChoices = (['executive', 'branch'] as const).map((about) => ({
  value: about,
  label: text.abouts[about],
}));

interface ReportFormProps {
  asked: ReportQuery;
  /** Whether the report is about a whole branch; a separate flag because the branch may not be chosen yet. */
  isBranch: boolean;
  days: readonly DayName[];
  /** If false, the executive is the user and there is nothing to choose. */
  seesOthers: boolean;
  onAbout: (isBranch: boolean) => void;
  onChange: (change: Partial<ReportQuery>) => void;
  onGenerate: () => void;
}

/** The parameters of a report; the report is generated when the user presses Generate or Enter. */
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
