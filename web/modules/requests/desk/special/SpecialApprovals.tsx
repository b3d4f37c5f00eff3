import { settleSpecial, unsettledList, type UnsettledRow } from '#contract/requests/special.ts';
import { formatRupees } from '#domain/numbers.ts';
import { MAX_SETTLEMENT_NOTE_CHARS } from '#domain/requests/special.ts';
import { call } from '#web/wire/call.ts';
import { Outstanding, type OutstandingText } from '#web/patterns/Outstanding.tsx';
import { specialText as words } from '#web/texts/special.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { dayOf } from '#web/ui/when.ts';
import { ByKind } from '../ByKind.tsx';
import { customerOf, typeName } from '../state.ts';

const columns: readonly Column<UnsettledRow>[] = [
  {
    id: 'srno',
    header: words.number,
    value: (row) => String(row.request),
    align: 'end',
    width: 56,
    hideable: false,
  },
  {
    id: 'age',
    header: words.age,
    value: (row) => words.days(row.age),
    align: 'end',
    width: 76,
    offPhone: true,
  },
  { id: 'date', header: words.date, value: (row) => dayOf(row.date), width: 108, offPhone: true },
  { id: 'branch', header: words.branch, value: (row) => row.branchName, width: 128, offPhone: true },
  { id: 'type', header: words.type, value: typeName, width: 132, offPhone: true },
  { id: 'customer', header: words.customer, value: customerOf, width: 104 },
  { id: 'reference', header: words.reference, value: (row) => row.reference, width: 168, offPhone: true },
  {
    id: 'amount',
    header: words.amount,
    value: (row) => formatRupees(row.amount),
    align: 'end',
    width: 152,
    total: (rows) => <ByKind rows={rows} amount={({ amount }) => amount} />,
  },
  {
    id: 'grand',
    header: words.grand,
    value: (row) => formatRupees(row.grandTotal),
    align: 'end',
    width: 120,
    offPhone: true,
  },
];

const text: OutstandingText<UnsettledRow> = {
  ...words,
  actOf: (row) => words.actOf(row.request),
  askTitle: (row) => words.askTitle(row.request),
  ask: (row) => words.ask(formatRupees(row.amount), customerOf(row)),
  done: (row, msg) => words.done(row.request, msg),
};

/** Special approvals whose money is outstanding, and the action that settles them. */
export function SpecialApprovals() {
  return (
    <Outstanding
      id="special-approvals"
      right="SETTLEMENT"
      text={text}
      columns={columns}
      rowKey={({ request, line }) => `${request}-${line}`}
      letter="s"
      actWidth={88}
      maxNoteChars={MAX_SETTLEMENT_NOTE_CHARS}
      fetchPage={(page, signal) => call(unsettledList, { page }, { signal })}
      act={({ request, line, version }, note, once) =>
        call(settleSpecial, { settled: { request, line, note } }, { ...once, version })
      }
    />
  );
}
