import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listDiscrepancies, type DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { discrepancyText } from '#web/texts/discrepancy.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { readSerial, useAddress } from '#web/ui/useAddress.ts';
import { call } from '#web/wire/call.ts';
import { useAllowedBranches, useScreenRights } from '#web/wire/rights.ts';
import styles from './Discrepancies.module.css';
import { DiscrepancyFilters } from './DiscrepancyFilters.tsx';
import { DiscrepancyList } from './DiscrepancyList.tsx';
import { DISCREPANCY_PAGE_FILTERS, wireSearch } from './search.ts';

const text = auditWorkText.discrepancies;
const OPENED = 'lineno';

/** The discrepancies in reach: the branch answers them, the auditor decides. */
export function DiscrepancyPage() {
  const filters = useFilters(DISCREPANCY_PAGE_FILTERS, [OPENED]);
  const { params, change } = useAddress();
  const { data: own } = useScreenRights('DISCREPANCY');
  const { data: audits } = useScreenRights('ASSESSMENT');
  const { data: branches } = useAllowedBranches();
  const mayDecide = [own, audits].some((flags) => flags?.add === true || flags?.edit === true);
  const opened = readSerial(params.get(OPENED));
  const search = wireSearch(filters.values);
  const { rows, table, changeRows, query } = useList({
    key: ['audit', 'discrepancies', search],
    fetchPage: (page, signal) =>
      call(listDiscrepancies, { search: { ...search, mode: 'V' }, page }, { signal }),
    keepsPrevious: true,
  });
  const { status, type } = filters.values;
  // The address can name a discrepancy that the filters leave out.
  const isElsewhere =
    opened !== null && rows !== undefined && !rows.some((row) => row.adis_lineno === opened);
  const named = useQuery({
    queryKey: ['audit', 'discrepancy', type, opened],
    enabled: isElsewhere,
    queryFn: async ({ signal }) => {
      const one = { mode: 'V', type, status: 'ALL', lineno: opened ?? 0 } as const;
      return (await call(listDiscrepancies, { search: one }, { signal })).reply;
    },
  });
  const shown = isElsewhere && rows !== undefined ? [...(named.data ?? []), ...rows] : rows;
  const isOpen = opened !== null && shown?.some((row) => row.adis_lineno === opened) === true;

  function showChange({ adis_lineno: lineno }: DiscrepancyRow, to: Partial<DiscrepancyRow>): void {
    changeRows((row) => (row.adis_lineno === lineno ? { ...row, ...to } : row));
    if (isElsewhere) void named.refetch();
  }

  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <PageHeader title={text.title} detail={text.detail} />
      <DiscrepancyFilters filters={filters} working={query.isFetching} onList={() => void query.refetch()} />
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
          lineno: opened,
          onOpen: (lineno) =>
            change({ [OPENED]: lineno === null ? null : String(lineno) }, { replace: opened !== null }),
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
        maxHeight="calc(100dvh - 308px)"
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
