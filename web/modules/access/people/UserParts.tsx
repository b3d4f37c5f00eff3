import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { MasterHeadPicker } from '#web/pickers/MasterHeadPicker.tsx';
import { peopleText } from '#web/texts/people.ts';
import { CheckField } from '#web/ui/Field.tsx';
import type { PartProps } from '#web/patterns/master/master.ts';
import styles from './People.module.css';
import { toLine, type UserForm } from './userForm.ts';

/** The Master Head. For a new branch user, the user's own branch is proposed as the first allowed one. */
export function MasterHeadPart({ draft, isNew, isReadOnly, onChange, ...field }: PartProps<UserForm>) {
  const { entityType } = draft;
  // There is only one head office, so there is nothing to choose.
  if (entityType === 'A') return null;
  return (
    <MasterHeadPicker
      {...field}
      required
      within={entityType === '' ? null : entityType}
      value={draft.entityCode}
      readOnly={isReadOnly}
      onChange={(entityCode) =>
        onChange({
          ...draft,
          entityCode,
          branches:
            isNew && entityType === 'B' && entityCode !== null
              ? [toLine({ id: entityCode, isAllowed: true, name: '' })]
              : draft.branches,
        })
      }
    />
  );
}

/** The employee record of the user, limited to the user's branch if there is one. */
export function EmployeePart({ draft, isNew: _, isReadOnly, onChange, ...field }: PartProps<UserForm>) {
  return (
    <EmployeePicker
      {...field}
      within={draft.entityType === 'B' ? draft.entityCode : undefined}
      value={draft.employeeCode === '' ? null : draft.employeeCode}
      readOnly={isReadOnly}
      onChange={(employeeCode) => onChange({ ...draft, employeeCode: employeeCode ?? '' })}
    />
  );
}

/** Shown only for a new user; a stored user has a button instead. */
export function SendMailPart({ id, label, error, draft, isNew, isReadOnly, onChange }: PartProps<UserForm>) {
  if (!isNew) return null;
  return (
    <CheckField
      className={styles.whole}
      id={id}
      label={label}
      description={peopleText.user.sendMailHelp}
      error={error}
      checked={draft.sendMail}
      disabled={isReadOnly}
      onChange={(event) => onChange({ ...draft, sendMail: event.currentTarget.checked })}
    />
  );
}
