import { isAboveZero } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { asksForLink } from '#domain/requests/complete.ts';
import { missingForLink } from '#domain/requests/payment-link.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import { GatewayBankPicker } from '#web/pickers/GatewayBankPicker.tsx';
import { requestFormText } from '#web/texts/requests.ts';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useScreenRights } from '#web/wire/rights.ts';
import { PaymentLinkProgress } from '../link/PaymentLinkProgress.tsx';
import { fieldsOf } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';
import link from './PaymentLink.module.css';

const words = requestFormText.link;

interface PaymentLinkProps {
  form: RequestForm;
  /** The stored request that asked for a link before; 0 if there is none. */
  sentFor: number;
}

/** The payment link as a row of the payments, and the account that pays. */
export function PaymentLink({ form, sentFor }: PaymentLinkProps) {
  const { draft, change, isDisabled, isReadOnly } = form;
  const { common, choice, text } = fieldsOf(form);
  const isFilled = [draft.remitterBank, draft.accountNumber, draft.ifsc].some((value) => value !== '');
  const missing = draft.paymentLink ? missingForLink(draft) : [];
  return (
    <div className={styles.grid}>
      <div className={link.row}>
        <CheckField
          {...common('paymentLink')}
          label={words.label}
          description={isDisabled('paymentLink') ? words.salesOnly : undefined}
          checked={draft.paymentLink}
          onChange={(event) => change({ paymentLink: event.currentTarget.checked })}
        />
        <LinkFacts form={form} />
      </div>
      {sentFor === 0 ? null : (
        <div className={styles.wide}>
          <PaymentLinkProgress srno={sentFor} />
        </div>
      )}
      {draft.paymentLink || (isFilled && !isDisabled('paymentLink')) ? (
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

/** The recipient, the amount, and who sends the link. */
function LinkFacts({ form: { draft, left, isReadOnly } }: { form: RequestForm }) {
  const { data: gateway = NO_FLAGS } = useScreenRights('PAYMENTGATEWAY');
  if (!asksForLink(draft) || left === null || !isAboveZero(left)) return null;
  return (
    <>
      <span className={link.to}>
        <strong>{draft.email.trim() === '' ? words.noEmail : draft.email.trim()}</strong>
        {isReadOnly ? null : <span>{gateway.edit ? words.onFinal : words.othersSend}</span>}
      </span>
      <strong className={link.amount}>{formatRupees(left)}</strong>
    </>
  );
}
