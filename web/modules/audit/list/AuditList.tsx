import { ActionIcon, Button } from '@mantine/core';
import { IconFileText, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { listAudits, type AuditHeader } from '#contract/audit/audit.ts';
import { AUDIT_FLOW } from '#domain/audit/audit.ts';
import { AUDIT_STATUSES, monthOfYear } from '#domain/audit/codes.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { SearchFilters } from '#web/patterns/list/FilterBar.tsx';
import { FilteredList } from '#web/patterns/list/FilteredList.tsx';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { auditText as text } from '#web/texts/audit.ts';
import { uiText } from '#web/texts/ui.ts';
import { useKeys } from '#web/ui/keys.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { call } from '#web/wire/call.ts';
import { useSession } from '#web/wire/session.ts';
import { AUDIT_LIST } from '../auditQueries.ts';
import { AuditBadge } from '../statusBadge.tsx';
import { AUDIT_NAMES, type AuditAddress } from '../useAuditAddress.ts';
import styles from './AuditList.module.css';

const FILTERS = {
  status: { kind: 'choice', values: ['ALL', ...AUDIT_STATUSES], initial: 'ALL' },
  branch: { kind: 'choice' },
} as const satisfies FilterKinds;

/** The user who also sees the reference numbers. */
const FIRST_USER = 1;

const nameOf = ({ branchName, year, month }: AuditHeader) => text.name(branchName, monthOfYear(year, month));

const reference: Column<AuditHeader> = {
  id: 'reference',
  header: text.columns.reference,
  value: (row) => String(row.srno),
  align: 'end',
  width: 64,
};

const columns: readonly Column<AuditHeader>[] = [
  {
    id: 'branch',
    header: text.columns.branch,
    value: (row) => `${row.branch} ${row.branchName}`,
    width: 240,
    phoneWidth: 104,
    hideable: false,
  },
  {
    id: 'year',
    header: text.columns.year,
    value: (row) => String(row.year),
    width: 72,
    phoneWidth: 56,
  },
  { id: 'month', header: text.columns.month, value: (row) => row.monthName, width: 112, phoneWidth: 92 },
  {
    id: 'status',
    header: text.columns.status,
    value: (row) => AUDIT_FLOW.words[row.status],
    cell: (row) => <AuditBadge status={row.status} />,
    width: 112,
    phoneWidth: 104,
  },
  { id: 'date', header: text.columns.date, value: (row) => row.auditedOn, width: 112, offPhone: true },
  {
    id: 'review',
    header: text.columns.review,
    value: (row) => row.reviewedOn,
    width: 112,
    offPhone: true,
  },
  {
    id: 'close',
    header: text.columns.close,
    value: (row) => row.closedOn,
    width: 112,
    offPhone: true,
  },
];

interface AuditListProps {
  address: AuditAddress;
  mayAdd: boolean;
  /** Called when the user is about to open an audit. */
  onApproach: () => void;
}

/** The audits in reach, the newest month first. */
export function AuditList({ address, mayAdd, onApproach }: AuditListProps) {
  const filters = useFilters(FILTERS, AUDIT_NAMES);
  const { status, branch } = filters.values;
  const isFirstUser = useSession()?.srno === FIRST_USER;
  const { query, table } = useList({
    key: [...AUDIT_LIST, status, branch],
    fetchPage: (page, signal) => call(listAudits, { search: { status, branch }, page }, { signal }),
    keepsPrevious: true,
  });
  useKeys(mayAdd ? [{ keys: 'alt+c', does: uiText.keys.create, run: address.startNew }] : []);

  const open = useLatest((row: AuditHeader) => address.open(row.srno));
  const openReport = useLatest((row: AuditHeader) => address.openReport(row.srno));
  const shownColumns = useMemo(
    () => [
      ...(isFirstUser ? [reference] : []),
      ...columns,
      {
        id: 'actions',
        header: text.columns.actions,
        value: () => '',
        align: 'end' as const,
        hideable: false,
        width: 88,
        // On a phone a press opens the audit, which has its report.
        offPhone: true as const,
        cell: (row: AuditHeader) => <RowIcons row={row} onOpen={open} onReport={openReport} />,
      },
    ],
    [isFirstUser, open, openReport],
  );

  return (
    <div onMouseEnter={onApproach}>
      <FilteredList
        id="audits"
        title={text.title}
        detail={text.detail}
        primary={
          mayAdd ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={address.startNew}>
              {text.new}
            </Button>
          ) : null
        }
        filters={
          <SearchFilters
            filters={filters}
            label={text.search.label}
            submit={text.search.list}
            onSearch={(isSame) => {
              if (isSame) void query.refetch();
            }}
          >
            {({ field }) => (
              <>
                <SelectField
                  label={text.search.status}
                  choices={FILTERS.status.values.map((value) => ({
                    value,
                    label: text.search.statuses[value],
                  }))}
                  {...field('status')}
                />
                <BranchPicker
                  label={text.search.branch}
                  placeholder={text.search.all}
                  preselects
                  {...field('branch')}
                />
              </>
            )}
          </SearchFilters>
        }
        table={table}
        columns={shownColumns}
        rowKey={(row) => String(row.srno)}
        onOpen={open}
        empty={{ title: AUDIT_TEXTS.emptyAudits, text: mayAdd ? text.emptyMay : text.emptyMayNot }}
        maxHeight="calc(100dvh - 304px)"
      />
    </div>
  );
}

interface RowIconsProps {
  row: AuditHeader;
  onOpen: (row: AuditHeader) => void;
  onReport: (row: AuditHeader) => void;
}

function RowIcons({ row, onOpen, onReport }: RowIconsProps) {
  const name = nameOf(row);
  return (
    <span className={styles.icons}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={text.open(name)}
        onClick={() => onOpen(row)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={text.report(name)}
        onClick={() => onReport(row)}
      >
        <IconFileText size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
