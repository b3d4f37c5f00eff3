import { ActionIcon } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import type { FlashCurrency } from '#contract/flash/currencies.ts';
import { LINE_STATUSES, LINE_WORDS, TYPED_CURRENCY, type LineStatus } from '#domain/flash/codes.ts';
import { isCounted } from '#domain/flash/counted.ts';
import { formatAmount } from '#domain/numbers.ts';
import { flashText } from '#web/texts/flash.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { flagOf } from '../difference.ts';
import { LineStatusPick } from '../LineStatusPick.tsx';
import { LineBadge } from '../statusBadge.tsx';
import styles from './Currency.module.css';
import { InrStock } from './InrStock.tsx';
import { differenceCell, heldWords } from './words.ts';

const text = flashText.currency;

interface ColumnsOf {
  readonly mayChange: boolean;
  /** Whether a count is open beside the list, which then shows where its notes are. */
  readonly isOpen: boolean;
  /** User number 1 sees the numbers of the lines. */
  readonly showsNumbers: boolean;
  readonly onCount: (line: FlashCurrency) => void;
  readonly onStatus: (line: FlashCurrency, status: LineStatus) => void;
  readonly onStock: (line: FlashCurrency, amount: string) => void;
}

export function columnsOf(options: ColumnsOf): readonly Column<FlashCurrency>[] {
  const { mayChange, isOpen, showsNumbers, onCount, onStatus, onStock } = options;
  const held: readonly Column<FlashCurrency>[] = (
    [
      ['vault', 'inVault'],
      ['executives', 'withExecutives'],
      ['transit', 'inTransit'],
    ] as const
  ).map(([part, field]) => ({
    id: part,
    header: text.columns[part],
    value: (row) => heldWords(row[field]),
    cell: (row) => <span className={styles.quiet}>{heldWords(row[field])}</span>,
    align: 'end',
    width: 84,
    offPhone: true,
  }));
  return [
    ...(showsNumbers
      ? [
          {
            id: 'reference',
            header: text.columns.reference,
            value: (row: FlashCurrency) => String(row.srno),
            align: 'end' as const,
            width: 56,
            offPhone: true as const,
          },
        ]
      : []),
    {
      id: 'name',
      header: text.columns.name,
      value: (row) => `${row.isd} ${row.isdName}`,
      cell: (row) => <CurrencyName code={row.isd} name={row.isdName} flag={flagOf(row.isd)} isShortOnPhone />,
      width: isOpen ? 188 : 216,
      phoneWidth: 96,
      hideable: false,
    },
    ...(isOpen ? [] : held),
    {
      id: 'report',
      header: text.columns.report,
      value: (row) => formatAmount(row.reportValue),
      cell: (row) =>
        mayChange && row.isd === TYPED_CURRENCY ? (
          <InrStock
            key={row.reportValue}
            label={text.stock}
            value={row.reportValue}
            onSave={(amount) => onStock(row, amount)}
          />
        ) : (
          formatAmount(row.reportValue)
        ),
      align: 'end',
      width: 148,
      offPhone: true,
    },
    {
      id: 'actual',
      header: text.columns.actual,
      value: (row) => (isCounted(row) ? formatAmount(row.actualValue) : text.notCounted),
      cell: (row) =>
        isCounted(row) ? (
          formatAmount(row.actualValue)
        ) : (
          <span className={styles.quiet}>{text.notCounted}</span>
        ),
      align: 'end',
      width: 104,
      offPhone: true,
    },
    {
      id: 'difference',
      header: text.columns.difference,
      value: (row) => (isCounted(row) ? formatAmount(row.difference) : text.notKnown),
      cell: (row) => <Difference row={row} />,
      align: 'end',
      width: 136,
      phoneWidth: 128,
    },
    {
      id: 'status',
      header: text.columns.status,
      value: (row) => LINE_WORDS[row.status],
      cell: (row) =>
        mayChange ? (
          <LineStatusPick
            label={text.statusOf(row.isd)}
            states={LINE_STATUSES}
            value={row.status}
            onChange={(status) => onStatus(row, status)}
          />
        ) : (
          <LineBadge status={row.status} />
        ),
      width: 148,
      phoneWidth: 148,
    },
    ...(mayChange
      ? [
          {
            id: 'action',
            header: text.columns.action,
            value: () => '',
            align: 'end' as const,
            hideable: false,
            width: 72,
            // On a phone a press on the row opens the count.
            offPhone: true as const,
            cell: (row: FlashCurrency) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={text.countOf(row.isd)}
                title={text.countOf(row.isd)}
                onClick={() => onCount(row)}
              >
                <IconCalculator size={16} aria-hidden />
              </ActionIcon>
            ),
          },
        ]
      : []),
  ];
}

function Difference({ row }: { row: FlashCurrency }) {
  if (!isCounted(row)) return <span className={styles.quiet}>{text.notKnown}</span>;
  const { figure, small, isWrong } = differenceCell(row);
  return (
    <span className={styles.difference}>
      <span data-wrong={isWrong || undefined}>{figure}</span>
      {small === '' ? null : <small>{small}</small>}
    </span>
  );
}
