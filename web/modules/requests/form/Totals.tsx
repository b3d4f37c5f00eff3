import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { isZero } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { asksForLink } from '#domain/requests/complete.ts';
import { isSale, takesTcs } from '#domain/requests/codes.ts';
import { howCalculated } from '#domain/requests/how-calculated.ts';
import { paymentTotal } from '#domain/requests/pricing.ts';
import { requestFormText } from '#web/texts/requests.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { fieldSelector } from './fields.ts';
import { sizeOf } from './lines.ts';
import styles from './Totals.module.css';
import type { RequestForm } from './form.ts';

const words = requestFormText.totals;

/** Every total with its calculation and the warnings; beside the form on wide screens. */
export function TotalsPanel({ form }: { form: RequestForm }) {
  return (
    <aside className={styles.panel} aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      <Figures form={form} />
      <How form={form} />
      <Warnings form={form} />
    </aside>
  );
}

/** On a phone: the grand total and the amount left, in the bar at the bottom; a press opens the rest. */
export function TotalsBar({ form }: { form: RequestForm }) {
  const [isOpen, setOpen] = useState(false);
  const { priced, warnings } = form;
  if (priced === null) return null;
  return (
    <div className={styles.bar}>
      <div className={styles.barFigures}>
        <span>
          {words.grand} <strong>{formatRupees(priced.totals.grandTotal)}</strong>
        </span>
        <Balance form={form} />
      </div>
      <Button
        variant="default"
        size="compact-sm"
        miw="fit-content"
        aria-label={words.show}
        leftSection={
          warnings.length > 0 ? <IconAlertTriangle size={16} className={styles.alert} aria-hidden /> : null
        }
        onClick={() => setOpen(true)}
      >
        {words.title}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={words.title} closeLabel={words.close}>
        <Figures form={form} />
        <How form={form} />
        <Warnings form={form} onGo={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function Figures({ form }: { form: RequestForm }) {
  const { draft, priced } = form;
  if (priced === null || draft.type === '') return <p className={styles.quiet}>{words.none}</p>;
  const { totals } = priced;
  const rows: (readonly [string, string])[] = [
    [words.forex, totals.forexTotal],
    [words.other, totals.otherCharges],
    [words.gst, totals.gst],
    ...(takesTcs(draft.type) ? [[words.tcs, totals.tcs] as const] : []),
    [words.roundOff, totals.roundOff],
  ];
  return (
    <>
      <dl className={styles.figures}>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        ))}
        <div className={styles.grand}>
          <dt>{words.grand}</dt>
          <dd>{formatRupees(totals.grandTotal)}</dd>
        </div>
        <div>
          <dt>{isSale(draft.type) ? words.paid : words.paidOut}</dt>
          <dd>{formatRupees(paymentTotal(draft.payments))}</dd>
        </div>
      </dl>
      <Balance form={form} />
    </>
  );
}

/** The missing or excess amount, updated while the user types. */
function Balance({ form }: { form: RequestForm }) {
  const { draft, left, priced } = form;
  if (left === null || priced === null || isZero(priced.totals.grandTotal)) return null;
  const isExcess = left.startsWith('-');
  const isOpenLink = !isExcess && !isZero(left) && asksForLink(draft);
  const [meaning, label] = isZero(left)
    ? ['done', words.tallies]
    : isExcess
      ? ['refused', words.excess]
      : [isOpenLink ? 'info' : 'waiting', isOpenLink ? words.byLink : words.short];
  return (
    <p className={styles.balance} data-meaning={meaning} role="status">
      <span>{label}</span>
      {isZero(left) ? null : <strong>{formatRupees(sizeOf(left))}</strong>}
    </p>
  );
}

function How({ form: { priced } }: { form: RequestForm }) {
  if (priced === null || priced.deal.lines.length === 0) return null;
  return (
    <details className={styles.how}>
      <summary>{words.how}</summary>
      <ol>
        {howCalculated(priced.deal, priced.totals).map(({ label, workings, amount }) => (
          <li key={label}>
            <span className={styles.step}>
              <span>{label}</span>
              <span className={styles.amount}>{formatRupees(amount)}</span>
            </span>
            <span className={styles.quiet}>{workings}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Warnings inform and block nothing; each links to its field. */
function Warnings({ form: { warnings, setCard }, onGo }: { form: RequestForm; onGo?: () => void }) {
  if (warnings.length === 0) return null;
  return (
    <section className={styles.warnings} aria-label={requestFormText.warnings}>
      <h3>{requestFormText.warnings}</h3>
      <ul>
        {warnings.map(({ code, field, message }) => (
          <li key={code + field + message}>
            <IconAlertTriangle size={16} className={styles.alert} aria-hidden />
            <button
              type="button"
              onClick={() => {
                onGo?.();
                if (document.querySelector(fieldSelector(field)) === null) setCard(null);
                setTimeout(() => focusOn(fieldSelector(field)));
              }}
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
