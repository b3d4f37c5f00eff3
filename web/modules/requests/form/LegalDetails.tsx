import { useState } from 'react';
import { RESIDENCIES } from '#domain/requests/codes.ts';
import { CountryNamePicker } from '#web/pickers/CountryNamePicker.tsx';
import { PurposePicker } from '#web/pickers/PurposePicker.tsx';
import { requestFormText as words } from '#web/texts/requests.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { choicesOf, fieldsOf } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';

const RESIDENCY_CHOICES = choicesOf(RESIDENCIES);
const LEGAL = [
  'pan',
  'nationality',
  'residency',
  'purpose',
  'destination',
  'travelDate',
  'dateOfBirth',
] as const;

/** Fields that the law requires beyond the specified ones, collapsed until the user needs them. */
export function LegalDetails({ form }: { form: RequestForm }) {
  const { draft, change } = form;
  const { common, choice, text } = fieldsOf(form);
  const [isOpen, setOpen] = useState(() => LEGAL.some((field) => draft[field] !== ''));
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.sections.legal}</summary>
      <div className={styles.grid}>
        <TextField
          {...text('pan')}
          onChange={(event) => change({ pan: event.currentTarget.value.toUpperCase() })}
        />
        <DateInput
          {...common('dateOfBirth')}
          value={draft.dateOfBirth}
          onChange={(_, dateOfBirth) => change({ dateOfBirth })}
        />
        <CountryNamePicker {...choice('nationality')} />
        <SelectField {...choice('residency')} choices={RESIDENCY_CHOICES} />
        <PurposePicker {...choice('purpose')} />
        <CountryNamePicker {...choice('destination')} />
        <DateInput
          {...common('travelDate')}
          value={draft.travelDate}
          onChange={(_, travelDate) => change({ travelDate })}
        />
      </div>
    </details>
  );
}
