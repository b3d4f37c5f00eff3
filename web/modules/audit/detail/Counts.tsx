import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CountRow } from '#contract/audit/audit.ts';
import { countTransactions } from '#contract/audit/figures.ts';
import { deviation, NOT_COUNTED, totalCount } from '#domain/audit/report.ts';
import { auditDetailText } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { call } from '#web/wire/call.ts';
import type { AuditTabProps } from './auditTab.ts';
import { countOf as countWith, fieldsOf, storedRows } from './edits.ts';
import { FigureInput } from './FigureInput.tsx';
import { Figure, FigureHead, FigureSheet } from './FigureParts.tsx';
import styles from './Figures.module.css';
import type { AuditWork } from './useAuditEdits.tsx';
import { useFill } from './useFill.tsx';

const text = auditDetailText.count;
const { figures } = auditDetailText;
const PARTS = ['purchases', 'sales', 'transfers'] as const;
const MAX_COUNT_CHARS = 7;

interface CountsProps extends AuditTabProps {
  work: AuditWork;
}

/** The transactions of the month and their discrepancies: purchases and sales are counted, money transfer is typed or uploaded. */
export function Counts({ detail, mayChange, work }: CountsProps) {
  const { srno } = detail.header;
  const fill = useFill(
    srno,
    text.done,
    async () => (await call(countTransactions, { audit: { srno } })).reply,
  );
  const typed = new Map(storedRows(detail, 'count').map((row) => [row.srno, row]));

  const countOf = (row: CountRow) => countWith(work.edits, row);

  function cellOf(row: CountRow) {
    const own = typed.get(row.srno);
    if (!mayChange || own === undefined) return <Counted count={countOf(row)} />;
    return (
      <FigureInput
        label={text.fieldOf(row.particulars)}
        value={fieldsOf(work.edits, 'count', own)['transactions'] ?? ''}
        placeholder={NOT_COUNTED}
        maxChars={MAX_COUNT_CHARS}
        isUnsaved={row.srno in (work.edits.count ?? {})}
        onChange={(value) => work.change('count', own, { transactions: value })}
      />
    );
  }

  return (
    <FigureSheet
      about={text.about}
      action={
        mayChange ? (
          <ActionButton
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onPress={fill.run}
          >
            {text.auto}
          </ActionButton>
        ) : null
      }
    >
      {fill.told}
      <div className={styles.parts}>
        {PARTS.map((part) => (
          <section key={part}>
            <h2 className={styles.part}>{text.parts[part]}</h2>
            <CountTable label={text.parts[part]} rows={detail[part]} countOf={countOf} cellOf={cellOf} />
          </section>
        ))}
      </div>
    </FigureSheet>
  );
}

const Counted = ({ count }: { count: number | null }) =>
  count === null ? <span className={styles.quiet}>{NOT_COUNTED}</span> : <Figure value={count} />;

interface CountTableProps {
  label: string;
  rows: readonly CountRow[];
  countOf: (row: CountRow) => number | null;
  cellOf: (row: CountRow) => ReactNode;
}

function CountTable({ label, rows, countOf, cellOf }: CountTableProps) {
  const transactions = totalCount(rows.map(countOf));
  const discrepancies = rows.reduce((sum, row) => sum + row.discrepancies, 0);
  return (
    <PlainTable label={label} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{figures.particulars}</th>
          <FigureHead>{text.transactions}</FigureHead>
          <FigureHead>{text.discrepancies}</FigureHead>
          <FigureHead>{text.deviation}</FigureHead>
          <th scope="col">{text.source}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.srno}>
            <th scope="row">{row.particulars}</th>
            <td className="number">{cellOf(row)}</td>
            <td className="number">
              <Figure value={row.discrepancies} />
            </td>
            <td className="number">{deviation(countOf(row), row.discrepancies)}</td>
            <td className={styles.quiet}>{text.sources[row.source] ?? ''}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{figures.total}</th>
          <td className="number">
            <Counted count={transactions} />
          </td>
          <td className="number">
            <Figure value={discrepancies} />
          </td>
          <td className="number">{deviation(transactions, discrepancies)}</td>
          <td />
        </tr>
      </tfoot>
    </PlainTable>
  );
}
