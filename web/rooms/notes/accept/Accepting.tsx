import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useState } from 'react';
import type { cnAccept } from '#contract/notes/notes.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import type { RightKey } from '#domain/rights.ts';
import { call } from '#web/app/call.ts';
import { useScreenRights } from '#web/app/rights.ts';
import { useSession } from '#web/app/session.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { notesText } from '#web/texts/notes.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useTypedSearch } from '#web/ui/SearchForm.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import type { Line } from '../lines/line.ts';
import styles from '../lines/Lines.module.css';
import { focusRows, ROW, SelectableLines } from '../lines/SelectableLines.tsx';
import { MOST_LINES, useLines, useNotesRefresh } from '../lines/useLines.ts';
import { useTicks } from '../lines/useSelection.ts';
import { News } from '../News.tsx';
import { useBranchChoice } from '../useBranchChoice.ts';
import { AcceptStep } from './AcceptStep.tsx';
import { useArrivals } from './useArrivals.ts';
import { acceptColumns, lineOf, nameOf, returnColumns } from './columns.tsx';

interface AcceptingProps {
  id: string;
  right: RightKey;
  calls: typeof cnAccept;
  words: typeof notesText.giveBack;
  mayReject?: boolean;
}

/** Notes that wait for the user: chosen, looked through as a summary, and taken in. */
export function Accepting({ id, right, calls, words, mayReject = false }: AcceptingProps) {
  const { params, change } = useAddress();
  const branch = params.get('branch') ?? '';
  const empcode = useSession()?.empcode ?? '';
  const { data: rights } = useScreenRights(right);
  const [message, showMessage] = useMessage();
  const ticks = useTicks();
  const [taking, setTaking] = useState<readonly Line[] | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const refresh = useNotesRefresh();
  const list = useLines({
    key: [id, branch],
    enabled: true,
    ask: (page, signal) =>
      call(calls.list, { search: { deliveryExecutive: empcode, srchBranch: branch }, page }, { signal }),
  });
  useArrivals(mayReject ? 'accept' : 'return', list.query.refetch);

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
          // Somebody may have been faster.
          void list.query.refetch();
          focusRows();
        }}
        onDone={(msg) => {
          ticks[1](new Set());
          setTaking(null);
          setDone(msg);
          void refresh();
        }}
      />
    );
  return (
    <>
      <PageHeader title={words.title} detail={words.detail} />
      <BranchFilter
        branch={branch}
        onList={(next) => {
          setDone(null);
          ticks[1](new Set());
          if (next === branch) void refresh();
          else change({ branch: next }, { replace: false });
        }}
      />
      {done === null ? null : <News>{done}</News>}
      <SelectableLines
        tableId={id}
        label={words.title}
        columns={mayReject ? acceptColumns : returnColumns}
        list={list}
        ticks={ticks}
        lineOf={lineOf}
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

/** The branch, where there is a choice; it counts when List or Enter is pressed. */
function BranchFilter({ branch, onList }: { branch: string; onList: (branch: string) => void }) {
  const { hasChoice } = useBranchChoice();
  const [typed, setTyped] = useTypedSearch(branch);
  return (
    <form
      noValidate
      className={`${styles.filters} no-print`}
      onSubmit={(event) => {
        event.preventDefault();
        onList(typed);
      }}
    >
      {hasChoice ? (
        <BranchPicker
          label={notesText.branch}
          placeholder={notesText.anyBranch}
          value={typed === '' ? null : typed}
          onChange={(next) => setTyped(next ?? '')}
        />
      ) : null}
      <Button type="submit" variant="default" leftSection={<IconList size={16} aria-hidden />}>
        {notesText.list}
      </Button>
    </form>
  );
}
