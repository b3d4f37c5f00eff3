import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  HANDOVERS,
  ID_TYPES,
  TRANSACTION_TYPES,
  type Handover,
  type TransactionType,
} from '#domain/requests/codes.ts';
import { afterHandoverChange, afterTypeChange } from '#domain/requests/draft.ts';
import { isAadhaarType, keptIdNumber } from '#domain/requests/identity.ts';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { requestFormText as words } from '#web/texts/requests.ts';
import { TextAreaField, TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { BranchField } from './BranchField.tsx';
import { choicesOf, fieldsOf, HELP_BELOW } from './fields.ts';
import styles from './Form.module.css';
import { LegalDetails } from './LegalDetails.tsx';
import { Location } from './Location.tsx';
import { ReturningCustomer } from './ReturningCustomer.tsx';
import type { RequestForm } from './form.ts';

const TYPE_CHOICES = Object.entries(TRANSACTION_TYPES).map(([value, { name }]) => ({
  value,
  label: `${value} ${name}`,
}));
const HANDOVER_CHOICES = choicesOf(HANDOVERS);
const ID_CHOICES = choicesOf(ID_TYPES);

/** The seller, the kind of deal, the customer and the destination. */
export function BasicDetails({ form }: { form: RequestForm }) {
  return (
    <fieldset className={styles.section}>
      <legend>{words.sections.basic}</legend>
      <div className={styles.grid}>
        <Deal form={form} />
        <Customer form={form} />
        <Contact form={form} />
      </div>
      <LegalDetails form={form} />
      <Location form={form} />
    </fieldset>
  );
}

function Deal({ form }: { form: RequestForm }) {
  const { draft, change } = form;
  const { choice } = fieldsOf(form);
  const branch = draft.branch === '' ? null : draft.branch;
  return (
    <>
      <BranchField form={form} />
      <EmployeePicker {...choice('salesExecutive')} required role="sales" within={branch} />
      <SelectField
        {...choice('type')}
        required
        allowDeselect={false}
        choices={TYPE_CHOICES}
        onChange={(type) =>
          change({
            ...afterTypeChange(draft, (type ?? '') as TransactionType | ''),
            payments: draft.payments,
          })
        }
      />
      <SelectField
        {...choice('handover')}
        required
        allowDeselect={false}
        choices={HANDOVER_CHOICES}
        onChange={(handover) =>
          change({
            ...afterHandoverChange(draft, (handover ?? '') as Handover | ''),
            payments: draft.payments,
          })
        }
      />
      <EmployeePicker
        {...choice('deliveryExecutive')}
        required={draft.handover === 'DEL'}
        role="delivery"
        within={branch}
        {...(draft.handover === 'IN' ? { placeholder: words.handoverIn } : {})}
      />
    </>
  );
}

function Customer({ form }: { form: RequestForm }) {
  const { draft, change, isDisabled } = form;
  const { choice, text } = fieldsOf(form);
  const [wasMasked, setMasked] = useState(false);
  const isBulk = isDisabled('travellerName');
  const needed = draft.type !== '' && !isBulk;
  const notForBulk = isBulk ? { placeholder: words.ofBulk } : {};
  return (
    <>
      <TextField {...text('entityName')} required={isBulk} />
      <TextField {...text('travellerName')} required={needed} {...notForBulk} />
      <SelectField
        {...choice('idType')}
        required={needed}
        allowDeselect={false}
        choices={ID_CHOICES}
        {...notForBulk}
        onChange={(idType) =>
          change({ idType: idType ?? '', idNumber: keptIdNumber(idType ?? '', draft.idNumber) })
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
      <TextField {...text('mobile')} inputMode="tel" />
      <TextField {...text('email')} inputMode="email" />
      <ReturningCustomer form={form} />
    </>
  );
}

function Contact({ form }: { form: RequestForm }) {
  const { draft, change } = form;
  const { choice, text } = fieldsOf(form);
  return (
    <>
      <div className={styles.addresses}>
        <TextAreaField {...text('kycAddress')} required rows={2} />
        <div className={styles.withCopy}>
          <TextAreaField {...text('deliveryAddress')} required rows={2} />
          {draft.kycAddress.trim() === '' || draft.kycAddress === draft.deliveryAddress ? null : (
            <Button
              className={styles.copy ?? ''}
              variant="subtle"
              size="compact-xs"
              onClick={() => change({ deliveryAddress: draft.kycAddress })}
            >
              {words.copyAddress}
            </Button>
          )}
        </div>
      </div>
      <StatePicker {...choice('state')} required />
      <TextField {...text('otherDetails')} className={styles.twoWide} />
    </>
  );
}
