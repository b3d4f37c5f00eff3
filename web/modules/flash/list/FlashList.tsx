import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconEye, IconFileText, IconPencil, IconPlus } from '@tabler/icons-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { downloadFlashFile, listFlashAudits, type FlashHeader } from '#contract/flash/flash.ts';
import { FLASH_STATUSES, FLASH_TYPE_WORDS } from '#domain/flash/codes.ts';
import { FLASH_FLOW } from '#domain/flash/flash.ts';
import { FLASH_TEXTS } from '#domain/flash/texts.ts';
import { SearchFilters } from '#web/patterns/list/FilterBar.tsx';
import { FilteredList } from '#web/patterns/list/FilteredList.tsx';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { flashText as text } from '#web/texts/flash.ts';
import { uiText } from '#web/texts/ui.ts';
import { kindOf } from '#web/ui/documentKind.ts';
import { useKeys } from '#web/ui/keys.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { useSession } from '#web/wire/session.ts';
import { FLASH_LIST } from '../flashQueries.ts';
import { FlashBadge } from '../statusBadge.tsx';
import { FLASH_NAMES, type FlashAddress } from '../useFlashAddress.ts';
import styles from './FlashList.module.css';

const OldFlashView = lazyPart(() => import('./OldFlashView.tsx'), 'OldFlashView');

const FILTERS = {
  branch: { kind: 'choice' },
  status: { kind: 'choice', values: ['ALL', ...FLASH_STATUSES], initial: 'ALL' },
} as const satisfies FilterKinds;

/** The user who also sees the serial numbers. */
const FIRST_USER = 1;

const nameOf = ({ branchName, date }: FlashHeader) => text.name(branchName, date);
const isOld = ({ type }: FlashHeader) => type === 'O';
const canPreview = ({ filename }: FlashHeader) => kindOf(filename) !== 'other';

const reference: Column<FlashHeader> = {
  id: 'reference',
  header: text.columns.reference,
  value: (row) => String(row.srno),
  align: 'end',
  width: 64,
  offPhone: true,
};

const columns: readonly Column<FlashHeader>[] = [
  {
    id: 'branch',
    header: text.columns.branch,
    value: (row) => `${row.branch} ${row.branchName}`,
    width: 220,
    phoneWidth: 128,
    hideable: false,
  },
  { id: 'date', header: text.columns.date, value: (row) => row.date, width: 104, phoneWidth: 92 },
  { id: 'cashier', header: text.columns.cashier, value: (row) => row.cashier, width: 160, offPhone: true },
  {
    id: 'type',
    header: text.columns.type,
    value: (row) => FLASH_TYPE_WORDS[row.type],
    width: 72,
    offPhone: true,
  },
  {
    id: 'status',
    header: text.columns.status,
    value: (row) => FLASH_FLOW.words[row.status],
    cell: (row) => <FlashBadge status={row.status} />,
    width: 112,
    phoneWidth: 104,
  },
  { id: 'remark', header: text.columns.remark, value: (row) => row.remark, width: 280, offPhone: true },
];

interface FlashListProps {
  address: FlashAddress;
  mayAdd: boolean;
  /** Called when the user is about to open a flash audit. */
  onApproach: () => void;
}

/** The flash audits in reach, the newest day first. */
export function FlashList({ address, mayAdd, onApproach }: FlashListProps) {
  const filters = useFilters(FILTERS, FLASH_NAMES);
  const { status, branch } = filters.values;
  const isFirstUser = useSession()?.srno === FIRST_USER;
  const [shown, setShown] = useState<FlashHeader | null>(null);
  const [modal, showProblem] = useProblem();
  const { query, table } = useList({
    key: [...FLASH_LIST, status, branch],
    fetchPage: (page, signal) => call(listFlashAudits, { search: { status, branch }, page }, { signal }),
    keepsPrevious: true,
  });
  useKeys(mayAdd ? [{ keys: 'alt+c', does: uiText.keys.create, run: address.startNew }] : []);

  const take = useLatest(
    ({ srno, filename }: FlashHeader) =>
      void download(downloadFlashFile, { document: { doctype: 'OLDFLASH', srno, filename } }).catch(
        showProblem,
      ),
  );
  const open = useLatest((row: FlashHeader) => {
    if (!isOld(row)) address.open(row.srno);
    else if (canPreview(row)) setShown(row);
    else take(row);
  });
  const openReport = useLatest((row: FlashHeader) => address.openReport(row.srno));
  const shownColumns = useMemo(
    () => [
      ...(isFirstUser ? [reference] : []),
      ...columns,
      {
        id: 'action',
        header: text.columns.action,
        value: () => '',
        align: 'end' as const,
        hideable: false,
        width: 88,
        // On a phone a press opens the flash audit, which has its report, or the file.
        offPhone: true as const,
        cell: (row: FlashHeader) => (
          <span className={styles.icons}>
            {isOld(row) ? (
              <>
                {canPreview(row) ? (
                  <RowIcon label={text.preview(nameOf(row))} onPress={() => open(row)}>
                    <IconEye size={16} aria-hidden />
                  </RowIcon>
                ) : null}
                <RowIcon label={text.download(nameOf(row))} onPress={() => take(row)}>
                  <IconDownload size={16} aria-hidden />
                </RowIcon>
              </>
            ) : (
              <>
                <RowIcon label={text.report(nameOf(row))} onPress={() => openReport(row)}>
                  <IconFileText size={16} aria-hidden />
                </RowIcon>
                {mayAdd ? (
                  <RowIcon label={text.edit(nameOf(row))} onPress={() => open(row)}>
                    <IconPencil size={16} aria-hidden />
                  </RowIcon>
                ) : null}
              </>
            )}
          </span>
        ),
      },
    ],
    [isFirstUser, mayAdd, open, openReport, take],
  );

  return (
    <div onMouseEnter={onApproach}>
      <FilteredList
        id="flash-audits"
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
                <BranchPicker
                  label={text.search.branch}
                  placeholder={text.search.all}
                  preselects
                  {...field('branch')}
                />
                <SelectField
                  label={text.search.status}
                  choices={FILTERS.status.values.map((value) => ({
                    value,
                    label: text.search.statuses[value],
                  }))}
                  {...field('status')}
                />
              </>
            )}
          </SearchFilters>
        }
        table={table}
        columns={shownColumns}
        rowKey={(row) => String(row.srno)}
        onOpen={open}
        empty={{ title: FLASH_TEXTS.emptyAudits, text: mayAdd ? text.emptyMay : text.emptyMayNot }}
        maxHeight="calc(100dvh - 304px)"
      />
      {shown === null ? null : (
        <Suspense fallback={null}>
          <OldFlashView audit={shown} onDownload={() => take(shown)} onClose={() => setShown(null)} />
        </Suspense>
      )}
      {modal}
    </div>
  );
}

interface RowIconProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
}

const RowIcon = ({ label, onPress, children }: RowIconProps) => (
  <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} onClick={onPress}>
    {children}
  </ActionIcon>
);
