import { useMemo, useState } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { filterTransactions } from '#contract/audit/transactions.ts';
import { MARKS, TRANSACTION_TYPES } from '#domain/audit/codes.ts';
import { addDays, isoDate, type IsoDate } from '#domain/dates.ts';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters, type Filters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';
import type { Marks } from './useMarks.ts';

/** The days of the month of an audit. */
function daysOf({ year, month }: AuditDetail['header']) {
  const first = (y: number, m: number) => isoDate(`${y}-${String(m).padStart(2, '0')}-01`);
  const next = month === 12 ? first(year + 1, 1) : first(year, month + 1);
  return { first: first(year, month), last: addDays(next, -1) };
}

/** The names differ from those of the list of audits, which has the same address. */
const kindsOf = (first: IsoDate, last: IsoDate) =>
  ({
    trantype: { kind: 'choice', values: TRANSACTION_TYPES },
    tranfrom: { kind: 'date', initial: () => first },
    tranto: { kind: 'date', initial: () => last },
    tranmark: { kind: 'choice', values: ['ALL', ...MARKS], initial: 'PEN' },
    tranlimit: { kind: 'choice', values: ['10', '20', 'ALL'], initial: 'ALL' },
    tranflagged: { kind: 'flag' },
  }) as const satisfies FilterKinds;
export type TransactionFilters = Filters<ReturnType<typeof kindsOf>>;

/** T goes through the types in their order. */
const TYPE_CYCLE = ['', ...TRANSACTION_TYPES] as const;

/** The transactions of an audit by the filters in the address. Rows that were marked stay until they are listed anew. */
export function useTransactionList({ header }: AuditDetail, marks: Marks) {
  const { srno } = header;
  const { first, last } = daysOf(header);
  const kinds = useMemo(() => kindsOf(first, last), [first, last]);
  const filters = useFilters(kinds);
  // Each listing is a query of its own, so that nothing but the user replaces its rows.
  const [listing, setListing] = useState(() => Date.now());
  const { trantype, tranfrom, tranto, tranmark, tranlimit, tranflagged } = filters.values;
  const filter = {
    audit: srno,
    type: trantype,
    from: tranfrom === first ? ('' as const) : tranfrom,
    to: tranto === last ? ('' as const) : tranto,
    status: tranmark,
    limit: tranlimit,
    ...(tranflagged ? { isFlagged: true } : {}),
  };
  const list = useList({
    key: ['audit', srno, 'transactions', filter, listing],
    fetchPage: async (page, signal) => {
      if (page.after !== undefined) return call(filterTransactions, { filter, page }, { signal });
      const forget = await marks.settled();
      const fetched = await call(filterTransactions, { filter, page }, { signal });
      forget();
      return fetched;
    },
    keepsPrevious: true,
    staysAsLoaded: true,
  });

  return {
    ...list,
    filters,
    filter,
    /** Whether the rows are those of the filters, and not the previous ones. */
    isCurrent: list.rows !== undefined && !list.query.isPlaceholderData,
    listing: JSON.stringify([filter, listing]),
    listAgain: () => setListing(Date.now()),
    toggleFlagged: () => filters.set({ tranflagged: !tranflagged }, { replace: true }),
    nextType: () => {
      const next = TYPE_CYCLE[(TYPE_CYCLE.indexOf(trantype) + 1) % TYPE_CYCLE.length] ?? '';
      filters.set({ trantype: next }, { replace: true });
    },
  };
}
export type TransactionListing = ReturnType<typeof useTransactionList>;
