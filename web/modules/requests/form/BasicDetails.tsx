import { HANDOVERS, TRANSACTION_TYPES, type Handover, type TransactionType } from '#domain/requests/codes.ts';
import { afterHandoverChange, afterTypeChange } from '#domain/requests/draft.ts';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { PurposePicker } from '#web/pickers/PurposePicker.tsx';
import { requestFormText as words } from '#web/texts/requests.ts';
import { TextField } from '#web/ui/Field.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { focusSoon } from '#web/ui/waitingKeys.ts';
import { BranchField } from './BranchField.tsx';
import { CustomerBox } from './CustomerBox.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { DeliveryAddress } from './DeliveryAddress.tsx';
import { CUSTOMER_BOX, choicesOf, fieldSelector, fieldsOf } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';
import { LegalDetails } from './LegalDetails.tsx';
import { Location } from './Location.tsx';
import { PanField } from './PanField.tsx';

const TYPES = Object.entries(TRANSACTION_TYPES) as [TransactionType, { readonly name: string }][];
const TYPE_CHOICES = TYPES.map(([value, { name }]) => ({ value, label: `${value} ${name}` }));
const HANDOVER_CHOICES = choicesOf(HANDOVERS);

/** The deal, the customer and the handing over. */
export function BasicDetails({ form }: { form: RequestForm }) {
  return (
    <fieldset className={styles.section}>
      <legend>{words.sections.basic}</legend>
      <div className={styles.grid}>
        <Deal form={form} />
      </div>
      {form.isReadOnly ? null : <CustomerBox form={form} />}
      {form.card === null ? <CustomerFields form={form} /> : <CustomerCard form={form} />}
      <div className={styles.grid}>
        <HandOver form={form} />
      </div>
      <LegalDetails form={form} />
      <Location form={form} />
    </fieldset>
  );
}

function Deal({ form }: { form: RequestForm }) {
  const { draft, change, isReadOnly } = form;
  const { choice } = fieldsOf(form);
  const setType = (type: TransactionType | '') =>
    change((now) => ({ ...afterTypeChange(now, type), payments: now.payments }));
  useKeys(
    isReadOnly
      ? []
      : TYPES.map(([type, { name }], index) => ({
          keys: `alt+${index + 1}`,
          does: name,
          run: () => {
            const isHere = document.activeElement?.matches(fieldSelector('type')) === true;
            setType(type);
            if (isHere) focusSoon(() => document.getElementById(CUSTOMER_BOX)?.focus());
          },
        })),
  );
  return (
    <>
      <BranchField form={form} />
      <EmployeePicker
        {...choice('salesExecutive')}
        required
        role="sales"
        within={draft.branch === '' ? null : draft.branch}
      />
      <SelectField
        {...choice('type')}
        required
        choices={TYPE_CHOICES}
        aria-keyshortcuts="Alt+1 Alt+2 Alt+3 Alt+4"
        placeholder={words.typeKeys}
        onChange={(type) => setType((type ?? '') as TransactionType | '')}
      />
    </>
  );
}

function HandOver({ form }: { form: RequestForm }) {
  const { draft, change, card } = form;
  const { choice, text } = fieldsOf(form);
  const isPublicSale = draft.type === 'SP';
  return (
    <>
      <SelectField
        {...choice('handover')}
        required
        choices={HANDOVER_CHOICES}
        onChange={(handover) =>
          change((now) => ({
            ...afterHandoverChange(now, (handover ?? '') as Handover | ''),
            payments: now.payments,
          }))
        }
      />
      <EmployeePicker
        {...choice('deliveryExecutive')}
        required={draft.handover === 'DEL'}
        role="delivery"
        within={draft.branch === '' ? null : draft.branch}
        {...(draft.handover === 'IN' ? { placeholder: words.handoverIn } : {})}
      />
      {isPublicSale && card !== null && !card.hasPan ? <PanField form={form} /> : null}
      {isPublicSale ? (
        <div className={styles.twoWide}>
          <PurposePicker {...choice('purpose')} />
        </div>
      ) : null}
      <DeliveryAddress form={form} />
      <TextField {...text('otherDetails')} className={styles.twoWide} />
    </>
  );
}
