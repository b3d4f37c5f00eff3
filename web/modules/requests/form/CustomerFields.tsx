import { useState } from 'react';
import { ID_TYPES } from '#domain/requests/codes.ts';
import { isAadhaarType, keptIdNumber } from '#domain/requests/identity.ts';
import { keptMobile } from '#domain/requests/mobile.ts';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { requestFormText as words } from '#web/texts/requests.ts';
import { TextAreaField, TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { choicesOf, fieldsOf, HELP_BELOW } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';
import { PanField } from './PanField.tsx';
import { ReturningCustomer } from './ReturningCustomer.tsx';

const ID_CHOICES = choicesOf(ID_TYPES);

/** The customer, field by field. On a bulk deal the entity comes first, because the traveller's fields are disabled. */
export function CustomerFields({ form }: { form: RequestForm }) {
  const { draft, change, isDisabled } = form;
  const { choice, text } = fieldsOf(form);
  const isBulk = isDisabled('travellerName');
  const entity = <TextField {...text('entityName')} required={isBulk} />;
  return (
    <div className={styles.grid}>
      {isBulk ? entity : null}
      <Traveller form={form} isBulk={isBulk} />
      {draft.type === 'SP' ? <PanField form={form} /> : null}
      <TextField
        {...text('mobile')}
        inputMode="tel"
        onBlur={() =>
          draft.mobile !== keptMobile(draft.mobile) && change((now) => ({ mobile: keptMobile(now.mobile) }))
        }
      />
      <TextField {...text('email')} inputMode="email" />
      {isBulk ? null : entity}
      <StatePicker {...choice('state')} required />
      <TextAreaField {...text('kycAddress')} required rows={2} className={styles.wide} />
      <ReturningCustomer form={form} />
    </div>
  );
}

function Traveller({ form, isBulk }: { form: RequestForm; isBulk: boolean }) {
  const { draft, change } = form;
  const { choice, text } = fieldsOf(form);
  const [wasMasked, setMasked] = useState(false);
  const needed = draft.type !== '' && !isBulk;
  const notForBulk = isBulk ? { placeholder: words.ofBulk } : {};
  return (
    <>
      <TextField {...text('travellerName')} required={needed} {...notForBulk} />
      <SelectField
        {...choice('idType')}
        required={needed}
        choices={ID_CHOICES}
        {...notForBulk}
        onChange={(idType) =>
          change((now) => ({ idType: idType ?? '', idNumber: keptIdNumber(idType ?? '', now.idNumber) }))
        }
      />
      <TextField
        {...text('idNumber')}
        required={needed}
        {...notForBulk}
        inputWrapperOrder={HELP_BELOW}
        description={isAadhaarType(draft.idType) || wasMasked ? words.masked : undefined}
        onBlur={() => {
          const kept = keptIdNumber(draft.idType, draft.idNumber);
          if (kept === draft.idNumber) return;
          setMasked(isAadhaarType(draft.idType));
          change({ idNumber: kept });
        }}
      />
    </>
  );
}
