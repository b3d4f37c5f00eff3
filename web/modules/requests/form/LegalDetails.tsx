import { useState } from 'react';
import { RESIDENCIES } from '#domain/requests/codes.ts';
import { CountryNamePicker } from '#web/pickers/CountryNamePicker.tsx';
import { PurposePicker } from '#web/pickers/PurposePicker.tsx';
import { requestFormText as words } from '#web/texts/requests.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { choicesOf, fieldsOf } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';
import { PanField } from './PanField.tsx';

const RESIDENCY_CHOICES = choicesOf(RESIDENCIES);
const LEGAL = ['nationality', 'residency', 'destination', 'travelDate', 'dateOfBirth'] as const;

/**
 * Fields that the law requires beyond the specified ones, collapsed until the user needs them. PAN and purpose of a sale
 * to the public are in the main flow.
 */
export function LegalDetails({ form }: { form: RequestForm }) {
  const { draft, change } = form;
  const { common, choice } = fieldsOf(form);
  const isPublicSale = draft.type === 'SP';
  const fields = isPublicSale ? LEGAL : ([...LEGAL, 'pan', 'purpose'] as const);
  const [isOpen, setOpen] = useState(() => fields.some((field) => draft[field] !== ''));
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{isPublicSale ? words.sections.legalOfSale : words.sections.legal}</summary>
      <div className={styles.grid}>
        {isPublicSale ? null : <PanField form={form} />}
        <DateInput
          {...common('dateOfBirth')}
          value={draft.dateOfBirth}
          onChange={(_, dateOfBirth) => change({ dateOfBirth })}
        />
        <CountryNamePicker {...choice('nationality')} />
        <SelectField {...choice('residency')} choices={RESIDENCY_CHOICES} />
        {isPublicSale ? null : <PurposePicker {...choice('purpose')} />}
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
