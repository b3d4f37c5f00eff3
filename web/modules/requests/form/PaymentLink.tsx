import { missingForLink } from '#domain/requests/payment-link.ts';
import { GatewayBankPicker } from '#web/pickers/GatewayBankPicker.tsx';
import { requestFormText } from '#web/texts/requests.ts';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { fieldsOf } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';

const words = requestFormText.link;

/** The request for a payment link, and the account that pays. */
export function PaymentLink({ form }: { form: RequestForm }) {
  const { draft, change, isDisabled, isReadOnly } = form;
  const { common, choice, text } = fieldsOf(form);
  const isFilled = [draft.remitterBank, draft.accountNumber, draft.ifsc].some((value) => value !== '');
  const missing = draft.paymentLink ? missingForLink(draft) : [];
  return (
    <div className={styles.grid}>
      <CheckField
        {...common('paymentLink')}
        className={styles.wide}
        label={words.label}
        description={isDisabled('paymentLink') ? words.salesOnly : undefined}
        checked={draft.paymentLink}
        onChange={(event) => change({ paymentLink: event.currentTarget.checked })}
      />
      {draft.paymentLink || isFilled ? (
        <>
          <GatewayBankPicker {...choice('remitterBank')} />
          <TextField {...text('accountNumber')} inputMode="numeric" />
          <TextField
            {...text('ifsc')}
            onChange={(event) => change({ ifsc: event.currentTarget.value.toUpperCase() })}
          />
        </>
      ) : null}
      {missing.length === 0 || isReadOnly ? null : (
        <div className={styles.wide}>
          <Notice meaning="info">{words.needed(missing.map(({ label }) => label).join(', '))}</Notice>
        </div>
      )}
    </div>
  );
}
