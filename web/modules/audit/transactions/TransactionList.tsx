import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { exportTransactions, type AuditTransaction } from '#contract/audit/transactions.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import { ExportButton } from '#web/patterns/list/ExportButton.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { download } from '#web/wire/download.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { columnsOf } from './columns.tsx';
import { MarkForm } from './MarkForm.tsx';
import { frequentTexts } from './marks.ts';
import { Refusals } from './Refusals.tsx';
import { SelectionContext, useSelectedCount, useSelection } from './selection.tsx';
import { TransactionFilters } from './TransactionFilters.tsx';
import { TransactionPanel } from './TransactionPanel.tsx';
import { mayTakeFocus } from './mayTakeFocus.ts';
import { MarksContext, type Marks } from './useMarks.ts';
import type { TransactionListing } from './useTransactionList.ts';

const text = auditWorkText.transactions;
const EARLIER_TEXTS = 2;
const NOTHING: readonly AuditTransaction[] = [];
const keyOf = (row: AuditTransaction) => String(row.lineNo);

interface TransactionListProps {
  detail: AuditDetail;
  mayChange: boolean;
  marks: Marks;
  listing: TransactionListing;
  /** A form that is open in place of the transaction. */
  form: ReactNode;
  onOpened: () => void;
}

/** The transactions of an audit, worked through row by row: O, D and R on the focused row. */
export function TransactionList({ detail, mayChange, marks, listing, form, onOpened }: TransactionListProps) {
  const { rows = NOTHING } = listing;
  const table = useRef<TableHandle>(null);
  const [openLine, setOpenLine] = useState<number | null>(null);
  const [isMarking, setMarking] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [why, setWhy] = useState('');
  const showsNumbers = useSession()?.srno === 1;
  const { data: requestRights } = useScreenRights('TRANREQUESTDETAIL');
  const { data: auditRights = NO_FLAGS } = useScreenRights('ASSESSMENT');
  const { isFetched } = detail.header;
  const opensPapers = isFetched && (auditRights.add || auditRights.edit);
  const opened = openLine === null ? undefined : rows.find((row) => row.lineNo === openLine);

  const rowOf = (key: string | undefined) => rows.find((row) => keyOf(row) === key);
  const selection = useSelection(() => {
    const shown = new Set(table.current?.shownKeys());
    return rows.filter((row) => shown.has(keyOf(row)));
  }, marks.isPending);
  const selected = useSelectedCount(selection.store);

  function open(row: AuditTransaction, marking = false): void {
    setOpenLine(row.lineNo);
    setMarking(marking);
    onOpened();
  }
  function close(): void {
    setOpenLine(null);
    setMarking(false);
    if (openLine !== null) table.current?.focusRow(String(openLine));
  }
  /** Shows another row in the panel, and focuses it. */
  function step(row: AuditTransaction, by: number): void {
    const keys = table.current?.shownKeys() ?? [];
    const next = rowOf(keys[keys.indexOf(keyOf(row)) + by]);
    setMarking(false);
    if (next === undefined) return;
    if (openLine !== null) setOpenLine(next.lineNo);
    table.current?.focusRow(keyOf(next));
  }

  const acts = {
    onOk: useLatest((row: AuditTransaction) => {
      setWhy('');
      if (selection.store.rows().length > 0) setAsking(true);
      else {
        marks.markOk(row);
        step(row, 1);
      }
    }),
    onDiscrepancy: useLatest((row: AuditTransaction) => {
      const isPending = marks.isPending(row);
      setWhy(isPending ? '' : text.refused(text.nameOf(row.type, row.number), text.notPending));
      if (isPending) open(row, true);
    }),
    onReverse: useLatest((row: AuditTransaction) => {
      const refused = marks.reverse(row);
      setWhy(refused === null ? '' : text.refused(text.nameOf(row.type, row.number), refused));
    }),
  };
  const { onOk, onDiscrepancy, onReverse } = acts;
  const isNarrow = opened !== undefined;
  const columns = useMemo(
    () => columnsOf({ mayChange, showsNumbers, isNarrow, acts: { onOk, onDiscrepancy, onReverse } }),
    [mayChange, showsNumbers, isNarrow, onOk, onDiscrepancy, onReverse],
  );
  const openLatest = useLatest((row: AuditTransaction) => open(row));
  const follow = useLatest((row: AuditTransaction) => {
    if (openLine === null || openLine === row.lineNo) return;
    setOpenLine(row.lineNo);
    setMarking(false);
  });

  useKeys([
    { keys: 't', does: text.keys.type, run: listing.nextType },
    { keys: 'f', does: text.keys.flagged, run: listing.toggleFlagged },
    ...(opened === undefined ? [] : [{ keys: 'escape', does: text.keys.close, run: close }]),
    ...(mayChange
      ? [
          { keys: 'space', does: text.keys.select },
          { keys: 'shift+space', does: text.keys.range },
        ]
      : []),
  ]);
  function onKeyDown(event: KeyboardEvent): void {
    if (!mayChange || event.key !== ' ' || !(event.target instanceof HTMLTableRowElement)) return;
    event.preventDefault();
    const keys = table.current?.shownKeys() ?? [];
    const row = rowOf(keys[Number(event.target.dataset['index'])]);
    if (row !== undefined) selection.toggle(row, event.shiftKey);
  }

  // Each new listing begins at its first row.
  const begun = useRef('');
  useEffect(() => {
    if (!listing.isCurrent || begun.current === listing.listing) return;
    const isFirst = begun.current === '';
    begun.current = listing.listing;
    selection.store.clear();
    const first = table.current?.shownKeys()[0];
    if (first !== undefined && mayTakeFocus(isFirst)) table.current?.focusRow(first);
  });

  const chosen = rows.filter((row) => selection.store.get(row.lineNo) === true);
  return (
    <MarksContext value={marks}>
      <SelectionContext value={mayChange ? selection : null}>
        <Refusals marks={marks} onGoTo={(lineNo) => table.current?.focusRow(String(lineNo))} />
        <div role="status">{why === '' ? null : <Notice meaning="waiting">{why}</Notice>}</div>
        {/* Only rows, which have the focus, get the key. */}
        <div onKeyDown={onKeyDown}>
          <DataTable
            tableId="audit-transactions"
            label={text.table}
            columns={columns}
            {...listing.table}
            rowKey={keyOf}
            onOpen={openLatest}
            onActive={follow}
            rowKeys={
              mayChange
                ? [
                    { keys: 'o', does: text.keys.ok, run: onOk },
                    { keys: 'd', does: text.keys.discrepancy, run: onDiscrepancy },
                    { keys: 'r', does: text.keys.reverse, run: onReverse },
                  ]
                : []
            }
            handle={table}
            marked={openLine === null ? undefined : String(openLine)}
            filters={
              <TransactionFilters
                filters={listing.filters}
                working={listing.query.isFetching && !listing.query.isFetchingNextPage}
                onList={listing.listAgain}
              />
            }
            filtersFirst
            exportButton={
              <ExportButton
                label={text.export}
                onExport={async () => {
                  await marks.idle();
                  await download(exportTransactions, { filter: listing.filter });
                }}
              />
            }
            side={
              form ??
              (opened === undefined ? null : (
                <TransactionPanel
                  row={opened}
                  marks={marks}
                  mayChange={mayChange}
                  opensPapers={opensPapers}
                  opensRequest={requestRights?.query === true && isFetched}
                  acts={acts}
                  onStep={(by) => step(opened, by)}
                  onClose={close}
                  form={
                    isMarking && mayChange ? (
                      <MarkForm
                        key={opened.lineNo}
                        row={opened}
                        draft={marks.drafts.get(opened.lineNo)}
                        onDraft={(draft) => marks.drafts.set([[opened.lineNo, draft]])}
                        earlier={frequentTexts(
                          [...detail.discrepancies.map(({ words }) => words), ...marks.usedTexts],
                          EARLIER_TEXTS,
                        )}
                        onMark={(partyType, words) => {
                          marks.markDiscrepancy(opened, partyType, words);
                          step(opened, 1);
                        }}
                        onCancel={() => {
                          setMarking(false);
                          table.current?.focusRow(keyOf(opened));
                        }}
                      />
                    ) : null
                  }
                />
              ))
            }
            empty={emptyState(listing)}
            maxHeight="calc(100dvh - 452px)"
          />
        </div>
        <KeyBar
          keys={[
            ...(mayChange
              ? [
                  { keys: 'o', does: text.keys.ok },
                  { keys: 'd', does: text.keys.discrepancy },
                  { keys: 'r', does: text.keys.reverse },
                  { keys: 'space', does: text.keys.select },
                ]
              : []),
            { keys: 'enter', does: text.keys.lines },
            ...(opened !== undefined && opensPapers ? [{ keys: '1', does: text.keys.papers }] : []),
            { keys: 't', does: text.keys.type },
            { keys: 'f', does: text.keys.flagged },
            { keys: '/', does: text.keys.filter },
          ]}
        >
          {selected > 0 ? text.selected(selected) : mayChange ? text.stays : ''}
        </KeyBar>
        <ConfirmModal
          opened={isAsking}
          title={text.askMany(chosen.filter(marks.isPending).length)}
          confirm={text.markMany}
          onConfirm={() => {
            marks.markMany(chosen);
            selection.store.clear();
          }}
          onClose={() => setAsking(false)}
        >
          {text.askManyText}
        </ConfirmModal>
      </SelectionContext>
    </MarksContext>
  );
}

function emptyState({ filters }: TransactionListing) {
  if (filters.values.tranmark === 'ALL') return { title: text.empty, text: text.emptyNone };
  return {
    title: text.empty,
    text: text.emptyDone,
    action: (
      <Button variant="default" onClick={() => filters.set({ tranmark: 'ALL' }, { replace: true })}>
        {text.showAll}
      </Button>
    ),
  };
}
