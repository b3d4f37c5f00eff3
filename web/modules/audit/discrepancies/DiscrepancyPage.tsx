import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  countDiscrepancies,
  listDiscrepancies,
  type DiscrepancyCounts,
  type DiscrepancyRow,
} from '#contract/audit/discrepancies.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { discrepancyText } from '#web/texts/discrepancy.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { readSerial, useAddress } from '#web/ui/useAddress.ts';
import { call } from '#web/wire/call.ts';
import { useAllowedBranches, useScreenRights } from '#web/wire/rights.ts';
import styles from './Discrepancies.module.css';
import { DiscrepancyFilters } from './DiscrepancyFilters.tsx';
import { DiscrepancyList } from './DiscrepancyList.tsx';
import { DISCREPANCY_PAGE_FILTERS, wireSearch, wireWithin } from './search.ts';

const text = auditWorkText.discrepancies;
const OPENED = 'lineno';
const COUNTS = ['audit', 'discrepancycounts'];

type ByStatus = DiscrepancyCounts['T'];

/** The counts by the statuses of the filter. */
const countsOf = ({ P, R, D }: ByStatus) => ({ ALL: P + R + D, PEN: P, OK: D, REV: R });
const countOf = (by: ByStatus, status: keyof ReturnType<typeof countsOf>) => countsOf(by)[status];

/** The discrepancies in reach: the branch answers them, the auditor decides. */
export function DiscrepancyPage() {
  const filters = useFilters(DISCREPANCY_PAGE_FILTERS, [OPENED]);
  const { params, change } = useAddress();
  const { data: own } = useScreenRights('DISCREPANCY');
  const { data: audits } = useScreenRights('ASSESSMENT');
  const { data: branches } = useAllowedBranches();
  const mayDecide = [own, audits].some((flags) => flags?.add === true || flags?.edit === true);
  const client = useQueryClient();
  const opened = readSerial(params.get(OPENED));
  const search = wireSearch(filters.values);
  const { rows, table, changeRows, query } = useList({
    key: ['audit', 'discrepancies', search],
    fetchPage: (page, signal) =>
      call(listDiscrepancies, { search: { ...search, mode: 'V' }, page }, { signal }),
    keepsPrevious: true,
  });
  const { status, type } = filters.values;
  const within = wireWithin(filters.values);
  const counts = useQuery({
    queryKey: [...COUNTS, within],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(countDiscrepancies, { search: within }, { signal })).reply,
  });
  // The address can name a discrepancy that the filters leave out.
  const isElsewhere = opened !== null && rows !== undefined && !rows.some((row) => row.lineNo === opened);
  const named = useQuery({
    queryKey: ['audit', 'discrepancy', type, opened],
    enabled: isElsewhere,
    queryFn: async ({ signal }) => {
      const one = { mode: 'V', kind: type, status: 'ALL', lineNo: opened ?? 0 } as const;
      return (await call(listDiscrepancies, { search: one }, { signal })).reply;
    },
  });
  const shown = isElsewhere && rows !== undefined ? [...(named.data ?? []), ...rows] : rows;
  const isOpen = opened !== null && shown?.some((row) => row.lineNo === opened) === true;

  function showChange({ lineNo }: DiscrepancyRow, to: Partial<DiscrepancyRow>): void {
    changeRows((row) => (row.lineNo === lineNo ? { ...row, ...to } : row));
    if (isElsewhere) void named.refetch();
    void client.invalidateQueries({ queryKey: COUNTS });
  }

  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <PageHeader title={text.title} detail={text.detail} />
      <DiscrepancyFilters
        filters={filters}
        working={query.isFetching}
        onList={() => {
          void query.refetch();
          void counts.refetch();
        }}
      />
      <div className={styles.segments}>
        <Segments
          label={text.type}
          words={text.types}
          value={type}
          counts={counts.data && { T: countOf(counts.data.T, status), M: countOf(counts.data.M, status) }}
          onChange={(chosen) => filters.set({ type: chosen }, { replace: false })}
        />
        <Segments
          label={text.status}
          words={text.statuses}
          value={status}
          counts={counts.data && countsOf(counts.data[type])}
          onChange={(chosen) => filters.set({ status: chosen }, { replace: false })}
        />
      </div>
      <DiscrepancyList
        id="discrepancies"
        label={text.title}
        {...table}
        rows={shown}
        screen="DISCREPANCY"
        mayDecide={mayDecide}
        mayAnswer
        hasBranches={(branches?.count ?? 2) > 1}
        opened={{
          lineNo: opened,
          onOpen: (lineNo) =>
            change({ [OPENED]: lineNo === null ? null : String(lineNo) }, { replace: opened !== null }),
        }}
        onChanged={showChange}
        empty={{
          title: AUDIT_TEXTS.emptyList,
          text: text.emptyText,
          action: (
            <Button
              variant="default"
              onClick={() =>
                filters.set(status === 'ALL' ? { type: type === 'T' ? 'M' : 'T' } : { status: 'ALL' }, {
                  replace: false,
                })
              }
            >
              {status === 'ALL' ? text.showOther[type] : text.showAll}
            </Button>
          ),
        }}
        maxHeight="calc(100dvh - 352px)"
      />
      <KeyBar
        keys={[
          { keys: 'arrows', does: discrepancyText.keys.move },
          { keys: 'enter', does: discrepancyText.keys.open },
          { keys: 'c', does: discrepancyText.keys.reply },
          ...(mayDecide ? [{ keys: 's', does: discrepancyText.keys.status }] : []),
          { keys: 'ctrl+enter', does: discrepancyText.keys.save },
          { keys: 'escape', does: discrepancyText.keys.back },
          { keys: '/', does: discrepancyText.keys.filter },
        ]}
      />
    </div>
  );
}
