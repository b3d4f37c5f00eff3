import { Button } from '@mantine/core';
import { useState } from 'react';
import { isoDate } from '#domain/dates.ts';
import { compareExact, isZero, NO_RUPEES, readRupees } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { readMoney } from '#domain/requests/pricing.ts';
import { suggestTcs, tcsKindOf } from '#domain/requests/tcs.ts';
import { requestFormText } from '#web/texts/requests.ts';
import { TextField } from '#web/ui/Field.tsx';
import { fieldsOf, HELP_BELOW } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';

const words = requestFormText.charges;

/** The charges added to the lines: other charges, which include the fee, and TCS. */
export function Charges({ form }: { form: RequestForm }) {
  return (
    <div className={styles.grid}>
      <OtherCharges form={form} />
      <Tcs form={form} />
    </div>
  );
}

function OtherCharges({ form }: { form: RequestForm }) {
  const { draft, change, priced, isDisabled } = form;
  const { text } = fieldsOf(form);
  const [wasRaised, setRaised] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const fee = priced?.totals.fee ?? NO_RUPEES;
  const field = text('otherCharges');
  return (
    <TextField
      {...field}
      {...(isDisabled('otherCharges') ? { placeholder: words.typeFirst } : {})}
      inputMode="decimal"
      classNames={{ input: styles.decimal ?? '' }}
      // While nothing is typed the charges are the fee. A field that the user has emptied stays empty while they type.
      value={draft.otherCharges === '' && !isZero(fee) && !isTyping ? fee : draft.otherCharges}
      inputWrapperOrder={HELP_BELOW}
      description={
        isZero(fee)
          ? undefined
          : wasRaised
            ? words.raised(formatRupees(fee))
            : words.feeIncluded(formatRupees(fee))
      }
      onChange={(event) => {
        setRaised(false);
        setTyping(true);
        field.onChange(event);
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        setTyping(false);
        const typed = readMoney(draft.otherCharges);
        if (draft.otherCharges === '' || typed === null || priced === null) return;
        const order = compareExact(typed, fee);
        if (order > 0) return;
        setRaised(order < 0);
        change({ otherCharges: '' });
      }}
    />
  );
}

function Tcs({ form }: { form: RequestForm }) {
  const { draft, change, priced, facts, isDisabled, isReadOnly } = form;
  const { text } = fieldsOf(form);
  const suggestion =
    draft.type === '' || priced === null || facts === undefined
      ? null
      : suggestTcs({
          type: draft.type,
          day: isoDate(facts.date),
          kind: tcsKindOf(draft.purpose),
          forexTotal: priced.totals.forexTotal,
          yearTotalBefore: facts.yearTotal === '' ? null : readRupees(facts.yearTotal),
        });
  const typed = readMoney(draft.tcs);
  const differs = suggestion !== null && (typed === null || compareExact(typed, suggestion.amount) !== 0);
  return (
    <>
      <TextField
        {...text('tcs')}
        inputMode="decimal"
        classNames={{ input: styles.decimal ?? '' }}
        {...(isDisabled('tcs') ? { placeholder: words.tcsOnlySp } : {})}
      />
      {suggestion === null || isReadOnly ? null : (
        <div className={styles.suggestion}>
          <strong>{words.suggested(formatRupees(suggestion.amount))}</strong>
          {differs ? (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => change({ tcs: isZero(suggestion.amount) ? '' : suggestion.amount })}
            >
              {words.take}
            </Button>
          ) : null}
          <span className={styles.quiet}>{suggestion.words}</span>
        </div>
      )}
    </>
  );
}
