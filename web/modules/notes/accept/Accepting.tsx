import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { use, useCallback, useState } from 'react';
import type { cnAccept, NoteMovement } from '#contract/notes/notes.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import type { RightKey } from '#domain/rights.ts';
import { useSubmittedFields } from '#web/patterns/list/filterFields.ts';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters, type Filters } from '#web/patterns/list/useFilters.ts';
import { call } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { MarksNow } from '#web/wire/waiting.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { notesText } from '#web/texts/notes.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { Line } from '../lines/line.ts';
import styles from '../lines/Lines.module.css';
import { focusRows, ROW, SelectableLines } from '../lines/SelectableLines.tsx';
import { MOST_LINES, useLines, useNotesRefresh } from '../lines/useLines.ts';
import { useTicks } from '../lines/useSelection.ts';
import { News } from '../News.tsx';
import { useBranchChoice } from '../useBranchChoice.ts';
import { useCustody } from '../useCustody.ts';
import { AcceptStep } from './AcceptStep.tsx';
import { acceptColumns, lineOf, nameOf, returnColumns } from './columns.tsx';

const FILTERS = { branch: { kind: 'choice' } } as const satisfies FilterKinds;

interface AcceptingProps {
  id: string;
  right: RightKey;
  calls: typeof cnAccept;
  words: typeof notesText.giveBack;
  mayReject?: boolean;
  /** Called when nothing is left to accept, with a request whose notes were accepted. */
  onAllAccepted?: (srno: number, msg: string) => void;
}

/** Notes that wait for the user: selected, reviewed in a summary, and accepted. */
export function Accepting(props: AcceptingProps) {
  const { id, right, calls, words, mayReject = false, onAllAccepted } = props;
  const filters = useFilters(FILTERS);
  const { branch } = filters.values;
  const empcode = useSession()?.empcode ?? '';
  const { data: rights } = useScreenRights(right);
  const [message, showMessage] = useMessage();
  const ticks = useTicks();
  const [taking, setTaking] = useState<readonly Line[] | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const refresh = useNotesRefresh();
  const list = useLines({
    key: [id, branch],
    // The server changes the mark when other notes wait for the user, even if their number is the same.
    mark: use(MarksNow)[mayReject ? 'accept' : 'return'],
    ask: (page, signal) =>
      call(calls.list, { search: { deliveryExecutive: empcode, branch }, page }, { signal }),
  });
  const custody = useCustody();
  const withRefusal = useCallback(
    (row: NoteMovement) => ({ ...lineOf(row), refusal: mayReject ? custody?.accept(row) : undefined }),
    [custody, mayReject],
  );

  if (taking !== null)
    return (
      <AcceptStep
        id={id}
        lines={taking}
        calls={calls}
        words={words}
        mayAccept={rights?.edit === true}
        mayReject={mayReject}
        onBack={() => {
          setTaking(null);
          // Another user may have acted on the same notes.
          void list.query.refetch();
          focusRows();
        }}
        onDone={(msg, isAccepted) => {
          const [first] = taking;
          const isLast = taking.length === list.rows?.length && !list.table.hasMore;
          ticks[1](new Set());
          setTaking(null);
          setDone(msg);
          void refresh();
          if (isAccepted && isLast && first !== undefined) onAllAccepted?.(first.srno, msg);
        }}
      />
    );
  return (
    <>
      <PageHeader title={words.title} detail={words.detail} />
      <BranchFilter
        filters={filters}
        onList={(isSame) => {
          setDone(null);
          ticks[1](new Set());
          if (isSame) void refresh();
        }}
      />
      {done === null ? null : <News>{done}</News>}
      <SelectableLines
        tableId={id}
        label={words.title}
        columns={mayReject ? acceptColumns : returnColumns}
        list={list}
        ticks={ticks}
        lineOf={withRefusal}
        nameOf={nameOf}
        empty={{ title: words.empty, text: words.emptyText }}
        onProceed={(lines) => {
          if (lines.length === 0) showMessage(NOTE_TEXTS.nothingSelected, ROW);
          else if (lines.length > MOST_LINES) showMessage(notesText.lines.tooMany(MOST_LINES));
          else setTaking(lines);
        }}
      />
      {message}
    </>
  );
}

interface BranchFilterProps {
  filters: Filters<typeof FILTERS>;
  onList: (isSame: boolean) => void;
}

/** The branch, if there is a choice; it takes effect when the user presses List or Enter. */
function BranchFilter({ filters, onList }: BranchFilterProps) {
  const { hasChoice } = useBranchChoice();
  const { field, isSame, submit } = useSubmittedFields(filters);
  return (
    <form
      noValidate
      className={`${styles.filters} no-print`}
      onSubmit={(event) => {
        event.preventDefault();
        onList(isSame);
        if (!isSame) submit();
      }}
    >
      {hasChoice ? (
        <BranchPicker label={notesText.branch} placeholder={notesText.anyBranch} {...field('branch')} />
      ) : null}
      <Button type="submit" variant="default" leftSection={<IconList size={16} aria-hidden />}>
        {notesText.list}
      </Button>
    </form>
  );
}
