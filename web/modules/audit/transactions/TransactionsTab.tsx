import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { readWireDate } from '#domain/dates.ts';
import { formatDecimal } from '#domain/numbers.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { AuditDiscrepancies } from '../discrepancies/AuditDiscrepancies.tsx';
import { AddDiscrepancy } from './AddDiscrepancy.tsx';
import { DiscrepanciesFound } from './counts.tsx';
import { CountsBar, MarksSaved } from './CountsBar.tsx';
import { countsOf, type Counts } from './marks.ts';
import type { Store } from './stores.ts';
import { TransactionList } from './TransactionList.tsx';
import styles from './Transactions.module.css';
import { useMarks } from './useMarks.ts';
import { useTransactionList } from './useTransactionList.ts';

const { transactions: text, add } = auditWorkText;
const shown = (count: number) => formatDecimal(String(count), 0);

export interface AuditTabProps {
  detail: AuditDetail;
  /** Whether the user may change this audit: it is open, and the user has the add or the edit flag. */
  mayChange: boolean;
  /** Called after the audit has changed, so that its other tabs show the new figures. */
  onChanged: () => void;
}

interface TransactionsTabProps extends AuditTabProps {
  counts: Store<Counts>;
}

/** The transactions of an audit with their marks, and the discrepancies that were found in them. */
export function TransactionsTab({ detail, counts, mayChange, onChanged }: TransactionsTabProps) {
  const marks = useMarks(detail, counts, onChanged);
  const listing = useTransactionList(detail, marks);
  // Marks change the parts and not the total, so the tab need not follow them.
  const { PEN, OK, DIS } = countsOf(detail.tally);
  const [part, setPart] = useState<'transactions-all' | 'transactions-found'>('transactions-all');
  const [isAdding, setAdding] = useState(false);
  const [news, setNews] = useState('');
  const form =
    isAdding && mayChange ? (
      <AddDiscrepancy
        audit={detail.header}
        dayOf={(type, number) => {
          const row = listing.rows?.find((each) => each.type === type && each.number === number);
          return row === undefined ? null : readWireDate(row.date);
        }}
        onAdded={({ type, number, day, words, lineNo }) => {
          const row = listing.rows?.find(
            (each) => each.type === type && each.number === number && readWireDate(each.date) === day,
          );
          if (row !== undefined) marks.showDiscrepancy(row, words, lineNo);
          setAdding(false);
          setNews(add.done(text.nameOf(type, number)));
          onChanged();
        }}
        onClose={() => setAdding(false)}
      />
    ) : null;
  return (
    <Tabs
      label={text.parts}
      tabs={[
        { id: 'transactions-all', label: text.all, count: shown(PEN + OK + DIS) },
        {
          id: 'transactions-found',
          label: text.discrepancies,
          live: <DiscrepanciesFound counts={counts} detail={detail} />,
        },
      ]}
      open={part}
      onOpen={(next) => {
        setPart(next);
        setNews('');
      }}
      sub={{
        aside: (
          <>
            <CountsBar marks={marks} />
            <MarksSaved marks={marks} />
            {part === 'transactions-all' ? (
              <Checkbox
                label={text.flagged}
                checked={listing.filters.values.tranflagged}
                onChange={listing.toggleFlagged}
              />
            ) : null}
            {mayChange ? (
              <Button
                variant="default"
                className={styles.end ?? ''}
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => {
                  setNews('');
                  setAdding(true);
                }}
              >
                {add.open}
              </Button>
            ) : null}
          </>
        ),
      }}
    >
      <div role="status">{news === '' ? null : <Notice meaning="done">{news}</Notice>}</div>
      {part === 'transactions-all' ? (
        <TransactionList
          detail={detail}
          mayChange={mayChange}
          marks={marks}
          listing={listing}
          form={form}
          onOpened={() => setAdding(false)}
        />
      ) : (
        <AuditDiscrepancies
          label={text.discrepancies}
          rows={detail.discrepancies}
          mayChange={mayChange}
          form={form}
          onOpened={() => setAdding(false)}
          onChanged={onChanged}
        />
      )}
    </Tabs>
  );
}
