import { IconArrowDown, IconArrowUp, IconRefresh } from '@tabler/icons-react';
import type { MisRow } from '#contract/audit/audit.ts';
import { fillBusiness } from '#contract/audit/figures.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { monthOfYear } from '#domain/audit/codes.ts';
import { increaseOf, type Increase } from '#domain/audit/report.ts';
import { formatDecimal, MINUS } from '#domain/numbers.ts';
import { auditDetailText } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { momentOf } from '#web/ui/when.ts';
import { call } from '#web/wire/call.ts';
import type { AuditTabProps } from './auditTab.ts';
import { fieldsOf, storedRows } from './edits.ts';
import { FigureInput } from './FigureInput.tsx';
import { Figure, FigureHead, FigureSheet } from './FigureParts.tsx';
import styles from './Figures.module.css';
import type { AuditWork } from './useAuditEdits.tsx';
import { useFill } from './useFill.tsx';

const text = auditDetailText.mis;
const { figures } = auditDetailText;

interface BusinessMisProps extends AuditTabProps {
  work: AuditWork;
}

const known = (amount: string): string | null => (/^-?\d+$/.test(amount) ? amount : null);
const signed = (figure: string): string =>
  figure.startsWith('-') ? `${MINUS}${figure.slice(1)}` : /[1-9]/.test(figure) ? `+${figure}` : figure;

/** The business of this month against the last; last month is typed only where there is no audit of it. */
export function BusinessMis({ detail, mayChange, work }: BusinessMisProps) {
  const { header, business: rows } = detail;
  const { srno, year, month, branch } = header;
  const hasPrevious = header.previous !== 0;
  const isTyped = mayChange && !hasPrevious;
  const stored = new Map(storedRows(detail, 'mis').map((row) => [row.srno, row]));
  const fill = useFill(
    srno,
    text.done,
    async () => (await call(fillBusiness, { audit: { srno, year, month, branch } })).reply,
  );

  function lastOf(row: MisRow): string {
    const own = stored.get(row.srno);
    return own === undefined ? '' : (fieldsOf(work.edits, 'mis', own)['lastMonth'] ?? '');
  }

  function cellOf(row: MisRow) {
    const own = stored.get(row.srno);
    if (!isTyped || own === undefined) return <Figure value={row.lastMonth} />;
    return (
      <FigureInput
        label={text.fieldOf(row.particulars)}
        value={lastOf(row)}
        maxChars={AUDIT_LIMITS.amount}
        isUnsaved={row.srno in (work.edits.mis ?? {})}
        onChange={(value) => work.change('mis', own, { lastMonth: value })}
      />
    );
  }

  return (
    <FigureSheet
      about={header.businessFilledAt === '' ? text.never : text.filled(momentOf(header.businessFilledAt))}
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
      foot={hasPrevious ? text.linked(header.previousMonth) : mayChange ? text.typed : undefined}
    >
      {fill.told}
      <PlainTable label={text.label} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{figures.particulars}</th>
            <FigureHead>{figures.thisMonth(monthOfYear(year, month))} ₹</FigureHead>
            <FigureHead isLocked={hasPrevious}>{figures.lastMonth(header.previousMonth)} ₹</FigureHead>
            <FigureHead>{text.difference}</FigureHead>
            <FigureHead>{text.change}</FigureHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const increase = increaseOf(known(row.thisMonth), known(lastOf(row)));
            return (
              <tr key={row.srno}>
                <th scope="row">{row.particulars}</th>
                <td className={`${styles.strong} number`}>
                  <Figure value={row.thisMonth} />
                </td>
                <td className={hasPrevious ? `${styles.quiet} number` : 'number'}>{cellOf(row)}</td>
                <td className="number">
                  {increase === null ? <Figure value="" /> : <Trend of={increase} />}
                </td>
                <td className="number">
                  {increase?.percent ? `${signed(increase.percent)} %` : <Figure value="" />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </PlainTable>
    </FigureSheet>
  );
}

/** The difference with an arrow, so that it does not depend on colour alone. */
function Trend({ of: { amount } }: { of: Increase }) {
  const figure = signed(formatDecimal(String(amount), 0));
  if (amount === 0n) return <span className={styles.quiet}>{figure}</span>;
  const isUp = amount > 0n;
  return (
    <span className={styles.trend} data-up={isUp}>
      {isUp ? (
        <IconArrowUp size={14} aria-label={text.up} />
      ) : (
        <IconArrowDown size={14} aria-label={text.down} />
      )}
      {figure}
    </span>
  );
}
