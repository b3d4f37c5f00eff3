import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { PARTY_TYPE_WORDS, TRANSACTION_TYPE_WORDS } from '#domain/audit/codes.ts';
import { canReverse } from '#domain/audit/discrepancy.ts';
import { formatAmount } from '#domain/numbers.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { shownRate } from '#domain/rates/card.ts';
import { flagOfCurrency } from '#web/pickers/CurrencyPicker.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { nameOf, type RowActs } from './columns.tsx';
import { markOf } from './marks.ts';
import { MarkName } from './MarkName.tsx';
import { CustomerPapers } from './CustomerPapers.tsx';
import { personOf, WhyFlagged } from './Facts.tsx';
import { useRowValue } from './stores.ts';
import styles from './Transactions.module.css';
import type { Marks } from './useMarks.ts';

const { panel: text, transactions } = auditWorkText;

interface TransactionPanelProps {
  row: AuditTransaction;
  marks: Marks;
  mayChange: boolean;
  /** Whether the registers were made of requests, and the user may open their papers. */
  opensPapers: boolean;
  /** Whether the user may open the request that the transaction was made from. */
  opensRequest: boolean;
  acts: RowActs;
  onStep: (rows: number) => void;
  onClose: () => void;
  /** The form that marks the row as a discrepancy, while it is open. */
  form: ReactNode;
}

/** The lines of one transaction, beside the list. */
export function TransactionPanel(props: TransactionPanelProps) {
  const { row, marks, mayChange, opensPapers, opensRequest, acts, onStep, onClose, form } = props;
  const mark = useRowValue(marks.overlay, row.lineNo) ?? markOf(row);
  const name = nameOf(row);
  const facts: readonly (readonly [string, string])[] = [
    [text.traveller, row.traveller],
    [text.party, row.partyName === row.traveller ? '' : row.partyName],
    [text.partyType, wordOf(PARTY_TYPE_WORDS, row.partyType)],
    ...personOf(row),
    [text.purpose, row.purposeName],
    [text.paidBy, row.paidBy],
    [text.discrepancy, mark.discrepancy?.words ?? ''],
    [text.markedBy, mark.status === row.status ? row.markedBy : ''],
  ];
  return (
    <SidePanel
      label={text.title(name)}
      title={name}
      badge={<MarkName mark={mark} />}
      previous={{ label: text.previous, onPress: () => onStep(-1) }}
      next={{ label: text.next, onPress: () => onStep(1) }}
      close={{ label: text.close, onPress: onClose }}
    >
      <div className={styles.panelBody}>
        <WhyFlagged row={row} />
        <p className={styles.quiet}>{text.of(wordOf(TRANSACTION_TYPE_WORDS, row.type), row.date)}</p>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <Lines row={row} />
        {opensPapers ? <CustomerPapers key={row.lineNo} row={row} /> : null}
        {opensRequest ? (
          <p className={styles.request}>
            <Link to={`/requestdetail?srno=${row.number}`}>{text.request(row.number)}</Link>
          </p>
        ) : null}
      </div>
      {form ?? (mayChange ? <Acts row={row} marks={marks} acts={acts} /> : null)}
    </SidePanel>
  );
}

const wordOf = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code;

function Lines({ row }: { row: AuditTransaction }) {
  if (row.lines.length === 0) return <p className={styles.quiet}>{text.noLines}</p>;
  return (
    <table className={styles.lines} aria-label={text.lines}>
      <thead>
        <tr>
          <th scope="col">{text.currency}</th>
          <th scope="col" data-align="end">
            {text.quantity}
          </th>
          <th scope="col" data-align="end">
            {text.rate}
          </th>
          <th scope="col" data-align="end">
            {text.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {row.lines.map((line, index) => (
          // The lines have no number of their own and never change.
          <tr key={`${index} ${line.isd}`}>
            <td>
              <CurrencyName
                code={line.isd}
                flag={flagOfCurrency(line.isd)}
                {...(line.product === '' || line.product === 'CN' ? {} : { name: line.product })}
              />
            </td>
            <td data-align="end">{formatQuantity(line.quantity)}</td>
            <td data-align="end">{shownRate(line.isd, line.rate)}</td>
            <td data-align="end">{formatAmount(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} data-align="end">
            {text.total}
          </td>
          <td data-align="end">{formatAmount(row.amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The same acts as the keys, for touch and mouse. */
function Acts({ row, marks, acts }: { row: AuditTransaction; marks: Marks; acts: RowActs }) {
  const { status, discrepancy } = useRowValue(marks.overlay, row.lineNo) ?? markOf(row);
  const mayReverse = canReverse({ mark: status, discrepancy: discrepancy?.status ?? null }).ok;
  if (status !== 'PEN' && !mayReverse) return null;
  return (
    <Group className={styles.foot ?? ''} gap={8} justify="flex-end">
      {status === 'PEN' ? (
        <>
          <Button variant="default" onClick={() => acts.onDiscrepancy(row)}>
            {transactions.discrepancy}
          </Button>
          <Button onClick={() => acts.onOk(row)}>{transactions.ok}</Button>
        </>
      ) : (
        <Button variant="default" onClick={() => acts.onReverse(row)}>
          {transactions.reverse}
        </Button>
      )}
    </Group>
  );
}
