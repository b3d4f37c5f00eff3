import { ActionIcon } from '@mantine/core';
import { IconMessageReply } from '@tabler/icons-react';
import type { FlashDiscrepancy } from '#contract/flash/discrepancies.ts';
import { ANSWER_WORDS, SALE_TYPE_WORDS, type DiscrepancyKind, type SaleType } from '#domain/flash/codes.ts';
import { countedInWords } from '#domain/flash/counted.ts';
import { formatAmount } from '#domain/numbers.ts';
import { flashText } from '#web/texts/flash.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { flagOf } from '../difference.ts';
import { AnswerBadge } from '../statusBadge.tsx';
import { ageOf, subjectOf } from './words.ts';

const text = flashText.discrepancies;

interface ColumnsOf {
  readonly kind: DiscrepancyKind;
  /** Whether a discrepancy is open beside the list, so that only the first columns have space. */
  readonly isOpen: boolean;
  /** User number 1 sees the serial numbers. */
  readonly showsNumbers: boolean;
  readonly onOpen: (row: FlashDiscrepancy) => void;
}

const typeWords = (row: FlashDiscrepancy): string =>
  SALE_TYPE_WORDS[row.saleType as SaleType] ?? row.saleType;

const figures: readonly Column<FlashDiscrepancy>[] = [
  {
    id: 'report',
    header: text.columns.report,
    value: (row) => formatAmount(row.reportValue),
    align: 'end',
    width: 120,
    offPhone: true,
  },
  {
    id: 'actual',
    header: text.columns.actual,
    value: (row) => countedInWords(row).actual,
    align: 'end',
    width: 120,
    offPhone: true,
  },
];

const currency: Column<FlashDiscrepancy> = {
  id: 'currency',
  header: text.columns.currency,
  value: (row) => `${row.isd} ${row.isdName}`,
  cell: (row) => <CurrencyName code={row.isd} name={row.isdName} flag={flagOf(row.isd)} isShortOnPhone />,
  width: 148,
  phoneWidth: 84,
};
const difference: Column<FlashDiscrepancy> = {
  id: 'difference',
  header: text.columns.difference,
  value: (row) => countedInWords(row).difference,
  align: 'end',
  width: 96,
  phoneWidth: 80,
};

const transaction: readonly Column<FlashDiscrepancy>[] = [
  { id: 'type', header: text.columns.type, value: typeWords, width: 160, offPhone: true },
  {
    id: 'number',
    header: text.columns.number,
    value: (row) => row.number,
    width: 116,
    phoneWidth: 84,
  },
];
const paper: Column<FlashDiscrepancy> = {
  id: 'document',
  header: text.columns.document,
  value: (row) => row.document,
  width: 220,
  phoneWidth: 96,
};

export function columnsOf({
  kind,
  isOpen,
  showsNumbers,
  onOpen,
}: ColumnsOf): readonly Column<FlashDiscrepancy>[] {
  return [
    ...(showsNumbers
      ? [
          {
            id: 'reference',
            header: text.columns.reference,
            value: (row: FlashDiscrepancy) => String(row.srno),
            align: 'end' as const,
            width: 56,
            offPhone: true as const,
          },
        ]
      : []),
    {
      id: 'branch',
      header: text.columns.branch,
      value: (row) => (isOpen ? row.branch : row.branchName),
      width: isOpen ? 64 : 176,
      phoneWidth: 84,
      hideable: false,
    },
    ...(isOpen
      ? []
      : [
          {
            id: 'age',
            header: text.columns.age,
            value: (row: FlashDiscrepancy) => text.age(ageOf(row)),
            align: 'end' as const,
            width: 84,
            offPhone: true as const,
          },
        ]),
    ...(kind === 'C'
      ? [currency, ...(isOpen ? [] : figures), difference]
      : [...transaction.slice(isOpen ? 1 : 0), paper]),
    {
      id: 'status',
      header: text.columns.status,
      value: (row) => ANSWER_WORDS[row.status],
      cell: (row) => <AnswerBadge status={row.status} />,
      width: 120,
      phoneWidth: 116,
    },
    {
      id: 'action',
      header: text.columns.action,
      value: () => '',
      align: 'end',
      hideable: false,
      width: 64,
      // On a phone a press on the row opens the discrepancy.
      offPhone: true,
      cell: (row) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={text.open(subjectOf(row))}
          title={text.open(subjectOf(row))}
          onClick={() => onOpen(row)}
        >
          <IconMessageReply size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
}
