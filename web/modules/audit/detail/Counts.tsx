import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CountRow } from '#contract/audit/audit.ts';
import { countTransactions } from '#contract/audit/figures.ts';
import { deviation } from '#domain/audit/report.ts';
import { auditDetailText } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { call } from '#web/wire/call.ts';
import type { AuditTabProps } from './auditTab.ts';
import { fieldsOf, storedRows } from './edits.ts';
import { FigureInput } from './FigureInput.tsx';
import { Figure, FigureHead, FigureSheet } from './FigureParts.tsx';
import styles from './Figures.module.css';
import type { AuditWork } from './useAuditEdits.tsx';
import { useFill } from './useFill.tsx';

const text = auditDetailText.count;
const { figures } = auditDetailText;
const PARTS = ['PurCount', 'SaleCount', 'MtssCount'] as const;
const MAX_COUNT_CHARS = 7;

interface CountsProps extends AuditTabProps {
  work: AuditWork;
}

/** The transactions of the month and their discrepancies: purchases and sales are counted, money transfer is typed or uploaded. */
export function Counts({ detail, mayChange, work }: CountsProps) {
  const { hdr_srno: srno } = detail.Header;
  const fill = useFill(
    srno,
    text.done,
    async () => (await call(countTransactions, { audit: { srno } })).reply,
  );
  const typed = new Map(storedRows(detail, 'count').map((row) => [row.srno, row]));

  /** The count with what is not saved; null if it was never set. */
  function countOf(row: CountRow): number | null {
    const own = typed.get(row.srno);
    if (own === undefined) return row.source === '' ? null : row.dtl_trancount;
    const value = fieldsOf(work.edits, 'count', own)['dtl_trancount'] ?? '';
    return value === '' ? null : Number(value);
  }

  function cellOf(row: CountRow) {
    const own = typed.get(row.srno);
    if (!mayChange || own === undefined) return <Figure value={countOf(row)} />;
    return (
      <FigureInput
        label={text.fieldOf(row.mst_particulars)}
        value={fieldsOf(work.edits, 'count', own)['dtl_trancount'] ?? ''}
        maxChars={MAX_COUNT_CHARS}
        isUnsaved={row.srno in (work.edits.count ?? {})}
        onChange={(value) => work.change('count', own, { dtl_trancount: value })}
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

interface CountTableProps {
  label: string;
  rows: readonly CountRow[];
  countOf: (row: CountRow) => number | null;
  cellOf: (row: CountRow) => ReactNode;
}

function CountTable({ label, rows, countOf, cellOf }: CountTableProps) {
  const transactions = rows.reduce((sum, row) => sum + (countOf(row) ?? 0), 0);
  const discrepancies = rows.reduce((sum, row) => sum + row.dtl_discrepancies, 0);
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
            <th scope="row">{row.mst_particulars}</th>
            <td className="number">{cellOf(row)}</td>
            <td className="number">
              <Figure value={row.dtl_discrepancies} />
            </td>
            <td className="number">{deviation(countOf(row) ?? 0, row.dtl_discrepancies)}</td>
            <td className={styles.quiet}>{text.sources[row.source] ?? ''}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{figures.total}</th>
          <td className="number">
            <Figure value={transactions} />
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
