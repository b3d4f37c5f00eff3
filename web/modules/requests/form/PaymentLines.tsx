import { formatDate, readIsoDate } from '#domain/dates.ts';
import { formatRupees } from '#domain/numbers.ts';
import { PAYMENT_TYPES, type PaymentType } from '#domain/requests/codes.ts';
import { paymentLineProblems } from '#domain/requests/complete.ts';
import { PAYMENT_LINE_RULES, type PaymentLine } from '#domain/requests/draft.ts';
import { readMoney } from '#domain/requests/pricing.ts';
import { BankName, BankPicker } from '#web/pickers/BankPicker.tsx';
import { requestFormText } from '#web/texts/requests.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { limitsOf, TextField } from '#web/ui/Field.tsx';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { focusSoon } from '#web/ui/waitingKeys.ts';
import { EntryActions } from './EntryActions.tsx';
import { choicesOf, fieldSelector } from './fields.ts';
import styles from './Form.module.css';
import { LineActions } from './LineActions.tsx';
import {
  isTypedPayment,
  paymentOf,
  withoutPayment,
  withPaymentAdded,
  withPaymentUndone,
  withPaymentTaken,
} from './lines.ts';
import { NEW_PAYMENT, type FormPayment, type PaymentEntry } from './request.ts';
import { useLineKeys } from './useLineKeys.ts';
import type { RequestForm } from './form.ts';

const words = requestFormText.line;
const TYPE_CHOICES = choicesOf(PAYMENT_TYPES);
const idOf = (field: keyof PaymentLine) => `request-payment-${field}`;
const dateWord = (text: string) => {
  const date = readIsoDate(text);
  return date === null ? '' : formatDate(date);
};

/** After a line is added or removed, the focus is on the entry of the next one. */
const toEntry = () => focusSoon(() => focusOn(fieldSelector('payments')));

/** The payment lines, and below them the one that is being typed. */
export function PaymentLines({ form }: { form: RequestForm }) {
  const { draft, change, isReadOnly } = form;
  return (
    <>
      {draft.payments.length === 0 ? (
        <p className={styles.none}>{words.noPayments}</p>
      ) : (
        <table className={styles.lines} aria-label={words.payments}>
          <thead>
            <tr>
              <th scope="col">{words.number}</th>
              <th scope="col">{PAYMENT_LINE_RULES.payType.label}</th>
              <th scope="col">{PAYMENT_LINE_RULES.bank.label}</th>
              <th scope="col">{PAYMENT_LINE_RULES.reference.label}</th>
              <th scope="col">{PAYMENT_LINE_RULES.date.label}</th>
              <th scope="col" className={styles.number}>
                {words.amount}
              </th>
              {isReadOnly ? null : <th scope="col">{words.actions}</th>}
            </tr>
          </thead>
          <tbody>
            {draft.payments.map((line, index) => (
              // Lines have no id, so their position is the key.
              <tr key={index}>
                <td className={styles.place}>{index + 1}</td>
                <th scope="row">{line.payType === '' ? '' : PAYMENT_TYPES[line.payType]}</th>
                <td>
                  <BankOf line={line} />
                </td>
                <td className={styles.reference}>{line.reference}</td>
                <td>{dateWord(line.date)}</td>
                <td className={styles.number}>{formatRupees(readMoney(line.amount) ?? '0')}</td>
                {isReadOnly ? null : (
                  <td>
                    {line.gatewayOrder === '' ? (
                      <LineActions
                        change={words.changePayment(index + 1)}
                        remove={words.removePayment(index + 1)}
                        disabledBecause={isTypedPayment(draft.paymentEntry) ? words.isOpen : undefined}
                        onChange={() => {
                          change((now) => withPaymentTaken(now, index));
                          toEntry();
                        }}
                        onRemove={() => {
                          change((now) => withoutPayment(now, index));
                          toEntry();
                        }}
                      />
                    ) : null}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isReadOnly ? null : <Entry form={form} />}
    </>
  );
}

function BankOf({ line }: { line: FormPayment }) {
  if (line.gatewayOrder !== '') return words.gateway;
  return line.bank === '' ? null : <BankName value={line.bank} />;
}

/** The line being typed; its amount follows the amount left to pay until the user types one. */
function Entry({ form }: { form: RequestForm }) {
  const { draft, change, left, say } = form;
  const entry = draft.paymentEntry;
  const line = paymentOf(entry, left);
  const set = (next: Partial<PaymentEntry>) =>
    change((now) => ({ paymentEntry: { ...now.paymentEntry, ...next } }));

  function add(): void {
    const [problem] = paymentLineProblems(line);
    if (problem !== undefined) {
      say(problem.message, `#${idOf(problem.field)}`);
      return;
    }
    change((now) => withPaymentAdded(now, line));
    toEntry();
  }
  function undo(): void {
    change(withPaymentUndone);
    toEntry();
  }
  const isTyped = isTypedPayment(entry);

  const keys = useLineKeys({
    first: idOf('payType'),
    last: idOf('amount'),
    isTyped,
    add,
    undo: isTyped ? undo : null,
  });

  const isBank = entry.payType === 'BANK';
  const title = entry.taken === null ? words.newPayment : words.changedPayment(entry.taken.at + 1);
  return (
    // A group of fields in which Enter moves from one to the next.
    <div {...keys} role="group" aria-label={title} className={styles.paymentEntry}>
      <SelectField
        id={idOf('payType')}
        label={PAYMENT_LINE_RULES.payType.label}
        openOnFocus={false}
        error={form.marks.payments}
        choices={TYPE_CHOICES}
        value={entry.payType === '' ? null : entry.payType}
        onChange={(payType) =>
          set(payType === null ? { ...NEW_PAYMENT, taken: entry.taken } : { payType: payType as PaymentType })
        }
      />
      <BankPicker
        id={idOf('bank')}
        label={PAYMENT_LINE_RULES.bank.label}
        openOnFocus={false}
        disabled={!isBank}
        value={isBank && entry.bank !== '' ? entry.bank : null}
        onChange={(bank) => set({ bank: bank ?? '' })}
      />
      <TextField
        id={idOf('reference')}
        label={PAYMENT_LINE_RULES.reference.label}
        maxLength={PAYMENT_LINE_RULES.reference.maxChars ?? 50}
        autoComplete="off"
        value={entry.reference}
        onChange={(event) => set({ reference: event.currentTarget.value })}
      />
      <DateInput
        id={idOf('date')}
        label={PAYMENT_LINE_RULES.date.label}
        value={entry.date}
        onChange={(_, date) => set({ date })}
      />
      <TextField
        id={idOf('amount')}
        label={PAYMENT_LINE_RULES.amount.label}
        {...limitsOf(PAYMENT_LINE_RULES.amount)}
        inputMode="decimal"
        autoComplete="off"
        classNames={{ input: styles.decimal ?? '' }}
        value={line.amount}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => set({ amount: event.currentTarget.value })}
      />
      <EntryActions
        add={words.addPayment}
        onAdd={add}
        onUndo={isTyped ? undo : null}
        isChange={entry.taken !== null}
      />
    </div>
  );
}
