import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  downloadLicenceDocument,
  licenceEntities,
  listLicenceDocuments,
  type LicenceDocument,
  type LicenceEntity,
} from '#contract/licences/approval.ts';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { shownCount } from '#domain/home/waiting.ts';
import { LICENCE_FLOW } from '#domain/licences/licences.ts';
import { LICENCE_STATUSES } from '#domain/licences/status.ts';
import { useSubmittedFields } from '#web/patterns/list/filterFields.ts';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { licencesText as text } from '#web/texts/licences.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { licenceWord } from '#web/ui/LicenceBadge.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { readSerial, useAddress } from '#web/ui/useAddress.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import styles from './Approval.module.css';
import { columnsOf } from './columns.tsx';
import { DocumentPanel } from './DocumentPanel.tsx';
import { nextPending } from './queue.ts';
import { useDecision } from './useDecision.tsx';

const OPENED = 'lineno';
const FILTERS = {
  entity: { kind: 'choice' },
  status: { kind: 'choice', values: ['ALL', ...LICENCE_STATUSES], initial: 'ALL' },
} as const satisfies FilterKinds;
const statusChoices = Object.entries(text.statuses).map(([value, label]) => ({ value, label }));
const keyOf = (row: LicenceDocument) => String(row.lineNo);

/** The document in the address of the window: a key can come before the change of the address is rendered. */
const openedNow = () => readSerial(new URLSearchParams(window.location.search).get(OPENED));

/** Head office decides about licence documents: the list, and the open document beside it. */
export function ApprovalScreen() {
  const filters = useFilters(FILTERS, [OPENED]);
  const { params, change } = useAddress();
  const opened = readSerial(params.get(OPENED));
  const { data: may } = useScreenRights('FRANCHISEDOC');
  const mayDecide = may?.add === true;
  const showsIds = useSession()?.srno === 1;
  const handle = useRef<TableHandle>(null);
  const [news, setNews] = useState('');
  // Kept here, because the keys of the rows approve as well, and the user can look at other documents meanwhile.
  const [expiries, setExpiries] = useState<Readonly<Record<number, string>>>({});
  const [modal, showProblem] = useProblem();
  const { entity, status } = filters.values;
  const search = { entityFilter: entity, statusFilter: status === 'ALL' ? ('' as const) : status };
  const { rows, table, changeRows, query } = useList({
    key: ['licences', 'documents', search],
    fetchPage: (page, signal) => call(listLicenceDocuments, { search, page }, { signal }),
    keepsPrevious: true,
  });
  const names = useQuery({
    queryKey: ['licences', 'entities'],
    queryFn: async ({ signal }) => (await call(licenceEntities, {}, { signal })).reply,
  });
  const row = opened === null ? undefined : rows?.find((each) => each.lineNo === opened);
  const isOpen = row !== undefined;

  const open = (lineNo: number | null) =>
    change({ [OPENED]: lineNo === null ? null : String(lineNo) }, { replace: opened !== null });

  /** The user goes on with the next pending document, or stays on this one if nothing is pending any more. */
  function goOn(from: LicenceDocument): void {
    const next = nextPending(rows ?? [], from.lineNo);
    if (next !== null) open(next);
    setTimeout(() => handle.current?.focusRow(String(next ?? from.lineNo)));
  }

  const decision = useDecision({
    filters: search,
    onDecided: (before, decided) => {
      changeRows((each) => (each.lineNo === before.lineNo ? decided : each));
      const words = text.done[decided.status === 'A' ? 'A' : 'R'](before.kindName, before.entityName);
      const isLast = nextPending(rows ?? [], before.lineNo) === null;
      setNews(isLast ? `${words} ${text.done.none}` : words);
      goOn(before);
    },
    onRefused: () => void query.refetch(),
  });

  const take = useLatest(
    (each: LicenceDocument) =>
      void download(downloadLicenceDocument, { document: { lineNo: each.lineNo } }).catch(showProblem),
  );
  const view = useLatest((each: LicenceDocument) => open(each.lineNo));
  const ask = useLatest((each: LicenceDocument, to: 'A' | 'R') => {
    if (each.status === to || !LICENCE_FLOW.can(each.status, to, null).ok) return;
    decision.ask(each, to, to === 'A' ? expiries[each.lineNo] : undefined);
  });
  const follow = useLatest((each: LicenceDocument) => {
    const now = openedNow();
    if (now !== null && now !== each.lineNo) open(each.lineNo);
  });
  const columns = useMemo(
    () => columnsOf({ showsIds, isOpen, mayDecide, onView: view, onDownload: take, onAsk: ask }),
    [showsIds, isOpen, mayDecide, view, take, ask],
  );
  useFirstPending(mayDecide && opened === null && rows !== undefined, () => {
    const first = nextPending(rows ?? [], null);
    if (first === null) return;
    change({ [OPENED]: String(first) }, { replace: true });
    setTimeout(() => handle.current?.focusRow(String(first)));
  });

  function step(from: LicenceDocument, by: number): void {
    const keys = handle.current?.shownKeys() ?? [];
    const next = keys[keys.indexOf(keyOf(from)) + by];
    if (next === undefined) return;
    open(Number(next));
    handle.current?.focusRow(next);
  }

  const pending = rows?.filter((each) => each.status === 'P').length ?? 0;
  const most = table.hasMore ? pending : Number.MAX_SAFE_INTEGER;
  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <PageHeader
        title={text.title}
        detail={text.detail}
        badge={
          pending === 0 ? null : (
            <StatusBadge meaning="waiting">{text.pending(shownCount(pending, most))}</StatusBadge>
          )
        }
      />
      <Filters
        filters={filters}
        names={names.data ?? []}
        working={query.isFetching}
        onList={() => void query.refetch()}
      />
      <div role="status" className={styles.news}>
        {news === '' ? null : <Notice meaning="done">{news}</Notice>}
      </div>
      <div className={styles.list}>
        <DataTable
          tableId="licences"
          label={text.title}
          columns={columns}
          {...table}
          rows={rows}
          rowKey={keyOf}
          onOpen={view}
          onActive={follow}
          handle={handle}
          marked={opened === null ? undefined : String(opened)}
          maxHeight="calc(100dvh - 330px)"
          rowKeys={
            mayDecide
              ? [
                  { keys: 'a', does: text.keys.approve, run: (each) => ask(each, 'A') },
                  { keys: 'r', does: text.keys.reject, run: (each) => ask(each, 'R') },
                ]
              : []
          }
          empty={{
            title: text.empty,
            text: text.emptyText,
            action: filters.isInitial ? null : (
              <Button variant="default" onClick={filters.reset}>
                {text.showAll}
              </Button>
            ),
          }}
          side={
            row === undefined ? null : (
              <DocumentPanel
                key={row.lineNo}
                row={row}
                mayDecide={mayDecide}
                place={placeOf(row, rows ?? [], table.hasMore)}
                onStep={(by) => step(row, by)}
                onClose={() => {
                  open(null);
                  handle.current?.focusRow(keyOf(row));
                }}
                onDownload={() => take(row)}
                expiry={expiries[row.lineNo] ?? ''}
                onExpiry={(expiry) => setExpiries((all) => ({ ...all, [row.lineNo]: expiry }))}
                onAsk={(to) => ask(row, to)}
              />
            )
          }
        />
      </div>
      <KeyBar
        keys={[
          { keys: 'arrows', does: text.keys.move },
          { keys: 'enter', does: text.keys.open },
          ...(mayDecide
            ? [
                { keys: 'a', does: text.keys.approve },
                { keys: 'r', does: text.keys.reject },
              ]
            : []),
          { keys: 'escape', does: text.keys.back },
          { keys: '/', does: text.keys.filter },
        ]}
      >
        {licenceOf(row, names.data ?? [])}
      </KeyBar>
      {decision.question}
      {modal}
    </div>
  );
}

type Names = readonly LicenceEntity[];

/** The place of a document: a pending one among those that are pending, any other one in the list. */
function placeOf(row: LicenceDocument, rows: readonly LicenceDocument[], hasMore: boolean): string {
  const isPending = row.status === 'P';
  const among = isPending ? rows.filter(({ status }) => status === 'P') : rows;
  const all = `${among.length}${hasMore ? '+' : ''}`;
  const place = text.view.place(among.indexOf(row) + 1, all);
  return isPending ? text.view.pendingPlace(place) : place;
}

/** When the licence of the entity ends whose document is open. */
function licenceOf(row: LicenceDocument | undefined, names: Names): string | undefined {
  const ends = names.find(({ value }) => value === row?.entityId)?.licenceTo ?? '';
  const day = readIsoDate(ends);
  return row === undefined || day === null
    ? undefined
    : text.licence(row.entityName, formatDate(day), licenceWord(ends));
}

/** Opens the first pending document once, where there is space beside the list. Closing it keeps it closed. */
function useFirstPending(isReady: boolean, openFirst: () => void): void {
  const isDone = useRef(false);
  const latest = useLatest(openFirst);
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    if (window.matchMedia('(min-width: 62em)').matches) latest();
  }, [isReady, latest]);
}

interface FiltersProps {
  filters: ReturnType<typeof useFilters<typeof FILTERS>>;
  names: Names;
  working: boolean;
  /** Lists again with the same filters. */
  onList: () => void;
}

function Filters({ filters, names, working, onList }: FiltersProps) {
  const { field, isSame, submit } = useSubmittedFields(filters);
  return (
    <div className={styles.filters}>
      <SearchForm
        inline
        label={text.search}
        submit={text.list}
        icon={IconSearch}
        working={working}
        onSubmit={() => (isSame ? onList() : submit())}
      >
        <SelectField
          label={text.name}
          placeholder={text.all}
          className={styles.name ?? ''}
          choices={names.map(({ value, name }) => ({ value, label: name }))}
          {...field('entity')}
        />
        <SelectField
          label={text.status}
          className={styles.status ?? ''}
          choices={statusChoices}
          {...field('status')}
        />
      </SearchForm>
    </div>
  );
}
