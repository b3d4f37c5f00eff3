import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { formatAmount, formatRupees } from '#domain/numbers.ts';
import { GATEWAY_CURRENCY, outcomeOf, type Outcome } from '#domain/payments/settlement.ts';
import { appText } from '#web/texts/app.ts';
import { paymentsText } from '#web/texts/payments.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Meaning } from '#web/ui/theme.ts';
import { momentOf } from '#web/ui/when.ts';
import styles from './PaymentResult.module.css';
import { PayeeContact, PayeeName } from './payee.tsx';
import { Receipt } from './Receipt.tsx';
import { usePayee } from './usePayee.ts';
import { useResult, type Result } from './useResult.ts';

const MEANING: Readonly<Record<Outcome, Meaning>> = {
  paid: 'done',
  pending: 'waiting',
  failed: 'refused',
  over: 'info',
};

/** The result of an online payment, for the customer who returns from the gateway. Nobody is signed in here. */
export function PaymentResult() {
  const { orderid = '', ordertoken = '' } = useParams();
  const { result, failure, lookAgain } = useResult(orderid, ordertoken);
  const payee = usePayee(orderid, ordertoken, Boolean(result));
  return (
    <>
      <div className={`${styles.page} no-print`}>
        <header className={styles.bar}>
          {payee ? <PayeeName payee={payee} /> : result || result === null ? null : appText.product}
        </header>
        <main className={styles.main}>
          {result ? (
            <>
              <ResultCard result={result} mayPrint={Boolean(payee)} />
              {payee ? <PayeeContact payee={payee} /> : null}
            </>
          ) : failure !== null ? (
            <Nothing title={paymentsText.failedToLoad} text={failure} onRetry={lookAgain} />
          ) : result === undefined ? (
            <Nothing title={paymentsText.unknown} text={paymentsText.unknownText} />
          ) : (
            <div aria-busy />
          )}
        </main>
        <footer className={styles.footer}>{payee ? payee.company : appText.copyright}</footer>
      </div>
      {result && payee && isPaid(result) ? (
        <Receipt payee={payee} result={result} amount={amountOf(result)} />
      ) : null}
    </>
  );
}

const isPaid = (result: Result) => outcomeOf(result.status) === 'paid';
const amountOf = ({ amount, currency }: Result): string =>
  currency === GATEWAY_CURRENCY ? formatRupees(amount) : formatAmount(amount);

function ResultCard({ result, mayPrint }: { result: Result; mayPrint: boolean }) {
  const kind = outcomeOf(result.status);
  const amount = amountOf(result);
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [paymentsText.orderId, result.orderId],
    [paymentsText.amount, amount],
    [paymentsText.time, momentOf(result.completedAt)],
    [paymentsText.status, <StatusBadge meaning={MEANING[kind]}>{result.status}</StatusBadge>],
    [paymentsText.currency, result.currency],
    [paymentsText.bankReference, result.bankReference],
    [paymentsText.paymentId, result.paymentId],
  ];
  return (
    <section className={styles.card} aria-labelledby="result">
      <div role="status">
        <h1 id="result" className={styles.title}>
          {paymentsText.heading[kind]}
        </h1>
        <p className={styles.note}>{paymentsText.note[kind]}</p>
      </div>
      <p className={styles.amount}>{amount}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value === '' ? paymentsText.none : value}</dd>
          </div>
        ))}
      </dl>
      {mayPrint && kind === 'paid' ? (
        <Button
          variant="default"
          className={styles.print ?? ''}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => print()}
        >
          {paymentsText.printReceipt}
        </Button>
      ) : null}
    </section>
  );
}

function Nothing({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  return (
    <div className={styles.card}>
      <h1 className="visually-hidden">{appText.screen.paymentResult}</h1>
      <EmptyState
        title={title}
        text={text}
        action={onRetry ? <Button onClick={onRetry}>{uiText.common.retry}</Button> : null}
      />
    </div>
  );
}
