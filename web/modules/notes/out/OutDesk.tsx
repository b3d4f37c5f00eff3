import { SegmentedControl } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { notesText } from '#web/texts/notes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { keyOf, type Line } from '../lines/line.ts';
import styles from '../lines/Lines.module.css';
import { focusRows, ROW } from '../lines/SelectableLines.tsx';
import { MOST_LINES, useNotesRefresh } from '../lines/useLines.ts';
import { useTicks } from '../lines/useSelection.ts';
import { News } from '../News.tsx';
import { useBranchChoice } from '../useBranchChoice.ts';
import { useHolders } from '../useHolders.ts';
import { CallBackStep } from './CallBackStep.tsx';
import { HeldLines } from './HeldLines.tsx';
import { MoveStep } from './MoveStep.tsx';
import { OutFilters, type OutSearch } from './OutFilters.tsx';
import { SentLines } from './SentLines.tsx';

const text = notesText.out;
const VIEWS = ['held', 'transit'] as const;

/** The branch and the holder of the listed notes: from the address, otherwise the vault of the user's only branch. */
function useOutSearch() {
  const { params, change } = useAddress();
  const { only } = useBranchChoice();
  const branch = params.get('branch') ?? only;
  const { vault } = useHolders(branch);
  const executive = params.get('executive') ?? vault;
  const search = useMemo<OutSearch | null>(
    () => (branch === null || executive === null ? null : { branch, executive }),
    [branch, executive],
  );
  return {
    search,
    view: VIEWS.find((each) => each === params.get('view')) ?? 'held',
    setView: (view: string) => change({ view: view === 'held' ? null : view }, { replace: false }),
    setSearch: (next: OutSearch) => change({ ...next }, { replace: false }),
    /** The address of a slip's print page; Back returns to the same list. */
    slipLink: (slip: number) => ({
      search: new URLSearchParams([...params, ['slip', String(slip)]]).toString(),
    }),
  };
}

/** The result of a step, with the slip if there is one. */
interface StepResult {
  readonly msg: string;
  readonly slip?: number;
}

/** The notes of a holder: those that they can send, or those that they have sent and can call back. */
export function OutDesk() {
  const { search, view, setSearch, setView, slipLink } = useOutSearch();
  const { data: rights } = useScreenRights('CNOUT');
  const [message, showMessage] = useMessage();
  const ticks = useTicks();
  const [chosen, setChosen] = useState<readonly Line[] | null>(null);
  const [done, setDone] = useState<StepResult | null>(null);
  const refresh = useNotesRefresh();
  const beginAnew = () => {
    setDone(null);
    ticks[1](new Set());
  };

  const proceed = useCallback(
    (lines: readonly Line[]) => {
      if (lines.length === 0) showMessage(NOTE_TEXTS.nothingSelected, ROW);
      else if (lines.length > MOST_LINES) showMessage(notesText.lines.tooMany(MOST_LINES));
      else setChosen(lines);
    },
    [showMessage],
  );

  if (chosen !== null && search !== null) {
    const step = {
      lines: chosen,
      search,
      mayDo: rights?.edit === true,
      onBack: () => {
        setChosen(null);
        // Another user may have acted on the same notes.
        void refresh();
        focusRows();
      },
      onDone: (next: StepResult) => {
        ticks[1](new Set());
        setChosen(null);
        setDone(next);
        void refresh();
      },
    };
    const Step = view === 'transit' ? CallBackStep : MoveStep;
    return <Step key={chosen.map(keyOf).join()} {...step} />;
  }
  const List = view === 'transit' ? SentLines : HeldLines;
  return (
    <>
      <PageHeader title={text.title} detail={text.detail} />
      <OutFilters
        search={search}
        onMissing={showMessage}
        onList={(next) => {
          beginAnew();
          if (next.branch === search?.branch && next.executive === search.executive) void refresh();
          else setSearch(next);
        }}
      />
      {done === null ? null : (
        <News>
          {done.msg} {done.slip === undefined ? null : <Link to={slipLink(done.slip)}>{text.printSlip}</Link>}
        </News>
      )}
      {search === null ? (
        <EmptyState title={text.chooseTitle} text={text.chooseText} />
      ) : (
        <>
          <SegmentedControl
            className={`${styles.views} no-print`}
            aria-label={text.views.label}
            data={VIEWS.map((each) => ({ value: each, label: text.views[each] }))}
            value={view}
            onChange={(next) => {
              beginAnew();
              setView(next);
            }}
          />
          <List key={view} search={search} ticks={ticks} onProceed={proceed} />
        </>
      )}
      {message}
    </>
  );
}
