import type { SummaryRow } from '#contract/audit/audit.ts';
import { monthOfYear } from '#domain/audit/codes.ts';
import { areTooManyComplied } from '#domain/audit/figures.ts';
import { auditDetailText } from '#web/texts/audit.ts';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import type { AuditTabProps } from './auditTab.ts';
import { fieldsOf, storedRows } from './edits.ts';
import { FigureInput } from './FigureInput.tsx';
import { Figure, FigureHead, FigureSheet } from './FigureParts.tsx';
import styles from './Figures.module.css';
import type { AuditWork } from './useAuditEdits.tsx';

const text = auditDetailText.summary;
const { figures } = auditDetailText;
const MAX_COUNT_CHARS = 7;
const TYPED = ['lastMonth', 'complied'] as const;

interface SummaryProps extends AuditTabProps {
  work: AuditWork;
}

/** Discrepancies of this month and of the last; the last is typed only where there is no audit of it. */
export function Summary({ detail, mayChange, work }: SummaryProps) {
  const { header, summary: rows } = detail;
  const hasPrevious = header.previous !== 0;
  const isTyped = mayChange && !hasPrevious;
  const stored = new Map(storedRows(detail, 'summary').map((row) => [row.srno, row]));
  const heads = {
    lastMonth: figures.lastMonth(header.previousMonth),
    complied: text.complied,
  };

  function cellOf(row: SummaryRow, name: (typeof TYPED)[number]) {
    const own = stored.get(row.srno);
    if (!isTyped || own === undefined) return <Figure value={row[name]} />;
    const { lastMonth: last = '', complied = '' } = fieldsOf(work.edits, 'summary', own);
    const count = (written: string) => (written === '' ? null : Number(written));
    return (
      <FigureInput
        label={text.fieldOf(heads[name], row.particulars)}
        value={{ lastMonth: last, complied }[name]}
        maxChars={MAX_COUNT_CHARS}
        isWrong={name === 'complied' && areTooManyComplied(count(last), count(complied))}
        isUnsaved={row.srno in (work.edits.summary ?? {})}
        onChange={(value) => work.change('summary', own, { [name]: value })}
      />
    );
  }

  return (
    <FigureSheet
      about={text.counted}
      foot={hasPrevious ? text.linked(header.previousMonth) : mayChange ? text.typed : undefined}
    >
      <PlainTable label={text.label} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{figures.particulars}</th>
            <FigureHead>{figures.thisMonth(monthOfYear(header.year, header.month))}</FigureHead>
            {TYPED.map((name) => (
              <FigureHead key={name} isLocked={hasPrevious}>
                {heads[name]}
              </FigureHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.srno}>
              <th scope="row">{row.particulars}</th>
              <td className={`${styles.strong} number`}>
                <Figure value={row.discrepancies} />
              </td>
              {TYPED.map((name) => (
                <td key={name} className="number">
                  {cellOf(row, name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{figures.total}</th>
            <td className="number">
              <Figure value={rows.reduce((sum, row) => sum + row.discrepancies, 0)} />
            </td>
            {TYPED.map((name) => (
              <td key={name} className="number">
                <Figure
                  value={rows.reduce((sum, { srno }) => {
                    const own = stored.get(srno);
                    const value = own === undefined ? '' : (fieldsOf(work.edits, 'summary', own)[name] ?? '');
                    return sum + Number(value === '' ? 0 : value);
                  }, 0)}
                />
              </td>
            ))}
          </tr>
        </tfoot>
      </PlainTable>
    </FigureSheet>
  );
}
