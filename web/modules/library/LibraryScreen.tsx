import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { downloadDocument, listDocuments, type LibraryDocument } from '#contract/library/documents.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { useGuardedForm } from '#web/patterns/record/useGuardedForm.tsx';
import { libraryText as text } from '#web/texts/library.ts';
import { uiText } from '#web/texts/ui.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { columnsOf } from './columns.tsx';
import { DocumentForm } from './DocumentForm.tsx';
import { DocumentPanel } from './DocumentPanel.tsx';
import { ExpiryAxis } from './ExpiryAxis.tsx';
import styles from './Library.module.css';
import { LibraryFilters } from './LibraryFilters.tsx';
import { LIBRARY, LIBRARY_LIST } from './libraryQueries.ts';
import { LIBRARY_FILTERS, searchOf } from './search.ts';
import { OPEN_NAMES, useOpenDocument } from './useOpenDocument.ts';
import type { SavedDocument } from './useDocumentSave.ts';

const keyOf = (row: LibraryDocument) => String(row.srno);
const hasSnippet = ({ snippet = '' }: LibraryDocument) => snippet !== '';
/** The name and two lines of the file. */
const SNIPPET_ROW_PX = 72;

/** The document library: what is in force, what lapses, and each document beside the list. */
export function LibraryScreen() {
  const { data: { add: mayAdd } = NO_FLAGS } = useScreenRights('GUIDELINE');
  const filters = useFilters(LIBRARY_FILTERS, OPEN_NAMES);
  const open = useOpenDocument(mayAdd);
  const { form, guarded, question } = useGuardedForm();
  const client = useQueryClient();
  const handle = useRef<TableHandle>(null);
  const [news, setNews] = useState<SavedNews | null>(null);
  const [modal, showProblem] = useProblem();
  const search = searchOf(filters.values, mayAdd);
  const { q } = filters.values;
  const { rows, table, query } = useList({
    key: [...LIBRARY_LIST, search, q],
    fetchPage: (page, signal) =>
      call(
        listDocuments,
        { search: { ...search, mode: 'V' }, page: { ...page, ...(q === '' ? {} : { q }) } },
        { signal },
      ),
    keepsPrevious: true,
  });

  const show = (srno: number) => {
    if (srno !== open.srno || open.isForm)
      guarded(() => {
        setNews(null);
        open.show(srno);
      });
  };
  const edit = (srno: number) => guarded(() => open.edit(srno));
  const addNew = () => {
    if (!open.isNew) guarded(open.startNew);
  };
  const close = () =>
    guarded(() => {
      const { srno, isForm } = open;
      if (isForm && srno !== null) open.show(srno);
      else open.close();
      if (srno !== null) handle.current?.focusRow(String(srno));
    });
  const take = (row: LibraryDocument) => {
    if (row.fileCount === 0) return;
    const document = { srno: row.srno, filename: row.fileName };
    void download(downloadDocument, { document }).catch(showProblem);
  };

  async function afterSave({ srno, isWhole }: SavedDocument, name: string): Promise<void> {
    await client.invalidateQueries({ queryKey: LIBRARY });
    setNews({ name, isWhole });
    open.show(srno);
  }

  useKeys(mayAdd ? [{ keys: 'alt+c', does: uiText.keys.create, run: addNew }] : []);
  const onView = useLatest((row: LibraryDocument) => show(row.srno));
  const onEdit = useLatest((row: LibraryDocument) => edit(row.srno));
  const onDownload = useLatest(take);
  const follow = useLatest((row: LibraryDocument) => {
    if (open.srno !== null && !open.isForm && row.srno !== open.srno) open.show(row.srno);
  });
  const isOpen = open.srno !== null || open.isNew;
  const columns = useMemo(
    () => columnsOf({ isOpen, search: q, onView, onDownload, onEdit: mayAdd ? onEdit : undefined }),
    [isOpen, q, mayAdd, onView, onDownload, onEdit],
  );
  const opened = rows?.find((row) => row.srno === open.srno);

  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <PageHeader
        title={text.title}
        detail={text.detail}
        primary={
          mayAdd ? (
            <Button
              variant={open.isForm ? 'default' : 'filled'}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={addNew}
            >
              {text.addNew}
            </Button>
          ) : null
        }
      />
      <div className={styles.above}>
        <ExpiryAxis
          filter={filters.values.expiry}
          mayAdd={mayAdd}
          onFilter={(expiry) => filters.set({ expiry }, { replace: false })}
          onOpen={show}
        />
      </div>
      <div role="status">
        {news === null ? null : (
          <Notice meaning={news.isWhole ? 'done' : 'waiting'}>
            {news.isWhole ? text.saved(news.name) : text.savedBare(news.name)}
          </Notice>
        )}
      </div>
      <div className={styles.list}>
        <DataTable
          tableId="library"
          label={text.title}
          columns={columns}
          {...table}
          rowKey={keyOf}
          {...(rows?.some(hasSnippet) === true ? { rowHeight: SNIPPET_ROW_PX } : {})}
          handle={handle}
          onOpen={onView}
          onActive={follow}
          marked={open.srno === null ? undefined : String(open.srno)}
          rowKeys={[
            { keys: 'd', does: text.keys.download, run: take },
            ...(mayAdd
              ? [
                  {
                    keys: 'e',
                    does: text.keys.edit,
                    run: (row: LibraryDocument) => {
                      if (row.inReach) edit(row.srno);
                    },
                  },
                ]
              : []),
          ]}
          quickFilter={q}
          onQuickFilter={(typed) => filters.set({ q: typed }, { replace: true })}
          serverFilters
          filters={
            <LibraryFilters
              filters={filters}
              mayAdd={mayAdd}
              working={query.isFetching}
              onList={() => void query.refetch()}
            />
          }
          filtersFirst
          empty={{
            title: text.empty,
            text: mayAdd ? text.emptyAdd : text.emptyText,
            action: filters.isInitial ? null : (
              <Button variant="default" onClick={filters.reset}>
                {text.showAll}
              </Button>
            ),
          }}
          maxHeight="calc(100dvh - 348px)"
          side={
            open.isForm ? (
              <DocumentForm
                key={open.isNew ? 'new' : open.srno}
                srno={open.srno ?? 0}
                form={form}
                onSaved={afterSave}
                onClose={close}
              />
            ) : open.srno === null ? null : (
              <DocumentPanel
                key={open.srno}
                srno={open.srno}
                name={opened?.name ?? ''}
                mayAdd={mayAdd}
                onEdit={() => edit(open.srno ?? 0)}
                onClose={close}
              />
            )
          }
        />
      </div>
      <KeyBar
        keys={[
          { keys: 'arrows', does: text.keys.move },
          { keys: 'enter', does: text.keys.open },
          { keys: 'd', does: text.keys.download },
          ...(mayAdd
            ? [
                { keys: 'e', does: text.keys.edit },
                { keys: 'alt+c', does: text.keys.add },
              ]
            : []),
          { keys: '/', does: text.keys.filter },
          { keys: 'escape', does: text.keys.back },
        ]}
      />
      {question}
      {modal}
    </div>
  );
}

interface SavedNews {
  readonly name: string;
  readonly isWhole: boolean;
}
