import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { showTasks, type TaskRow } from '#contract/tasks/tasks.ts';
import { areReversed, formatDateTime } from '#domain/dates.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import { DateRange } from '#web/patterns/list/DateRange.tsx';
import { SearchFilters } from '#web/patterns/list/FilterBar.tsx';
import { FilteredList } from '#web/patterns/list/FilteredList.tsx';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { tasksText as text } from '#web/texts/tasks.ts';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import styles from './Tasks.module.css';
import { WriteTask } from './WriteTask.tsx';

const KEY = 'tasks';
const FILTERS = { from: { kind: 'date' }, to: { kind: 'date' } } as const satisfies FilterKinds;

const momentOf = ({ createdAt }: TaskRow) => formatDateTime(Date.parse(createdAt));

const columns: readonly Column<TaskRow>[] = [
  { id: 'task', header: text.task, value: (row) => row.task, width: 194, hideable: false },
  { id: 'timestamp', header: text.timestamp, value: momentOf, width: 164 },
];

/** The user's own tasks, and the form for a new one. */
export function TaskSheet() {
  const { data: may = NO_FLAGS } = useScreenRights('TASKSHEET');
  const client = useQueryClient();
  const filters = useFilters(FILTERS);
  const { from, to } = filters.values;
  // In the address, so that Back closes it.
  const { params, change } = useAddress();
  const isWriting = params.get('open') === 'new';
  const setWriting = (next: boolean) => change({ open: next ? 'new' : null }, { replace: false });
  const [done, setDone] = useState<string | null>(null);
  const [read, setRead] = useState<TaskRow | null>(null);
  const { table } = useList({
    key: [KEY, filters.values],
    fetchPage: (page, signal) => call(showTasks, { asked: { from, to, ...page } }, { signal }),
    keepsPrevious: true,
  });
  const write = () => {
    setDone(null);
    setWriting(true);
  };
  useKeys(may.add && !isWriting ? [{ keys: 'alt+c', does: uiText.keys.create, run: write }] : []);

  if (isWriting && may.add)
    return (
      <>
        <PageHeader title={text.title} detail={text.detail} />
        <WriteTask
          onSaved={async (message) => {
            setDone(message);
            await client.invalidateQueries({ queryKey: [KEY] });
            setWriting(false);
          }}
          onBack={() => setWriting(false)}
        />
      </>
    );
  return (
    <>
      <FilteredList
        id="tasks"
        title={text.title}
        detail={text.detail}
        primary={
          may.add ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={write}>
              {text.add}
            </Button>
          ) : null
        }
        filters={
          <SearchFilters
            filters={filters}
            label={text.search}
            submit={text.list}
            isValid={(typed) => !areReversed(typed.from, typed.to)}
            onSearch={() => {
              setDone(null);
              void client.invalidateQueries({ queryKey: [KEY] });
            }}
          >
            {({ field, typed }) => <DateRange text={text} field={field} typed={typed} />}
          </SearchFilters>
        }
        news={done === null ? null : { meaning: 'done', text: done }}
        table={table}
        columns={columns}
        rowKey={(row) => String(row.srno)}
        onOpen={setRead}
        empty={{ title: text.empty, text: filters.isInitial ? text.emptyAll : text.emptyDays }}
      />
      {read === null ? null : (
        <Dialog opened title={text.one(momentOf(read))} onClose={() => setRead(null)}>
          <p className={styles.whole}>{read.task}</p>
        </Dialog>
      )}
    </>
  );
}
