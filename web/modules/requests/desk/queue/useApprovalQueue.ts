import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  approveRequest,
  approveRequests,
  MAX_APPROVED_TOGETHER,
  type ApprovalResult,
  type RequestRow,
} from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import type { ListNews } from '#web/patterns/list/FilteredList.tsx';
import type { ShowProblem } from '#web/patterns/problem/useProblem.tsx';
import { deskText } from '#web/texts/desk.ts';
import { useKeys } from '#web/ui/keys.ts';
import type { TableHandle } from '#web/ui/table/DataTable.tsx';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { FLAG_OF, stateOf } from '../state.ts';
import type { Requests } from '../useRequests.ts';
import { isWaitingFor, nextWaiting } from './queues.ts';

const text = deskText.queue;

interface QueueOptions {
  /** The step of the queue; null if the list is not a queue of the user. */
  level: Level | null;
  requests: Requests;
  table: RefObject<TableHandle | null>;
  onNews: (news: ListNews | null) => void;
  showProblem: ShowProblem;
  onOpen: (row: RequestRow) => void;
}

export interface BulkResult {
  readonly rows: readonly RequestRow[];
  readonly results: readonly ApprovalResult[];
}

type OpenQuestion = 'warnings' | 'sendBack';

/**
 * Works through the queue of one step: the request in front, the selected ones, and their approval. An approval moves
 * on at once. A request with warnings is approved by the second press.
 */
export function useApprovalQueue({ level, requests, table, onNews, showProblem, onOpen }: QueueOptions) {
  const { rows = [], changeAll, refresh } = requests;
  const [active, setActive] = useState<number | null>(null);
  const [warned, setWarned] = useState<number | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const underWay = useRef(new Set<number>());
  const hasActed = useRef(false);

  const isWaiting = (row: RequestRow) => isWaitingFor(level, row);
  const current = rows.find(({ srno }) => srno === active) ?? rows.find(isWaiting) ?? rows[0];
  const chosen = rows.filter((row) => selected.has(row.srno) && isWaiting(row));
  const withoutWarnings = rows.filter((row) => row.warningCount === 0 && isWaiting(row));

  // After an action the focus is on a row, also if the focused row has left the list.
  const srno = current?.srno;
  useEffect(() => {
    if (!hasActed.current || document.activeElement !== document.body || srno === undefined) return;
    table.current?.focusRow(String(srno));
  }, [rows, srno, table]);

  function show(row: RequestRow | undefined): void {
    if (row === undefined) return;
    setActive(row.srno);
    table.current?.focusRow(String(row.srno));
  }

  async function send(row: RequestRow, step: Level): Promise<void> {
    underWay.current.add(row.srno);
    try {
      const { reply } = await call(
        approveRequest,
        { level: step, srno: row.srno },
        { version: row.version, idempotencyKey: newIdempotencyKey() },
      );
      changeAll([row.srno], { [FLAG_OF[step]]: true });
      onNews({ meaning: 'done', text: deskText.approve.done(row.srno, reply.msg) });
    } catch (error) {
      if (showProblem(error)) void refresh();
    } finally {
      underWay.current.delete(row.srno);
    }
  }

  /** Approves the request in front and goes on to the next one that waits. */
  function approveAndNext(): void {
    if (current === undefined || level === null || underWay.current.has(current.srno)) return;
    hasActed.current = true;
    const due = isDue(level, stateOf(current));
    if (due.ok && current.warningCount > 0 && warned !== current.srno) {
      setWarned(current.srno);
      onNews({ meaning: 'waiting', text: text.pressAgain(current.srno, current.warningCount) });
      show(current);
      return;
    }
    if (due.ok) void send(current, level);
    else onNews({ meaning: 'waiting', text: deskText.approve.cannot(current.srno, due.why) });
    show(nextWaiting(rows, current.srno, level) ?? current);
  }

  const toggle = (row: RequestRow) =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(row.srno)) next.add(row.srno);
      return next;
    });

  /** Selects the request in front by key. The arrow keys then go on from it, also on a page that was just opened. */
  function toggleCurrent(): void {
    if (current === undefined || !isWaiting(current)) return;
    toggle(current);
    if (document.activeElement === document.body) show(current);
  }

  async function approveChosen(): Promise<void> {
    if (level === null || chosen.length === 0) return;
    hasActed.current = true;
    const asked = chosen.slice(0, MAX_APPROVED_TOGETHER);
    try {
      const { reply } = await call(
        approveRequests,
        { level, requests: asked.map((row) => ({ srno: row.srno, version: row.version })) },
        { idempotencyKey: newIdempotencyKey() },
      );
      const refused = reply.results.filter(({ why }) => why !== '');
      const approved = reply.results.filter(({ why }) => why === '').map((each) => each.srno);
      changeAll(approved, { [FLAG_OF[level]]: true });
      setSelected(new Set(refused.map((each) => each.srno)));
      onNews({ meaning: refused.length === 0 ? 'done' : 'waiting', text: reply.msg });
      if (refused.length > 0) setResult({ rows: asked, results: reply.results });
      else show(rows.find((row) => isWaiting(row) && !approved.includes(row.srno)) ?? current);
    } catch (error) {
      if (showProblem(error)) void refresh();
    }
  }

  /** Selected requests with warnings are approved only after a question that names them. */
  function askOrApprove(): void | Promise<void> {
    if (chosen.some((row) => row.warningCount > 0)) setQuestion('warnings');
    else return approveChosen();
  }

  /** A key that is held down must not approve a whole queue. */
  const once = (run: () => unknown) => (event: KeyboardEvent) => {
    if (!event.repeat) run();
  };
  // While a question opens, what the user types is not meant for the queue.
  const isBusy = question !== null || result !== null;
  useKeys(
    level === null || isBusy
      ? []
      : [
          { keys: 'shift+a', does: text.keys.approveSelected, run: once(askOrApprove) },
          { keys: 'a', does: text.keys.approve, run: once(approveAndNext) },
          { keys: 'ctrl+enter', does: text.keys.approve, run: once(approveAndNext) },
          { keys: 's', does: text.keys.sendBack, run: () => current && setQuestion('sendBack') },
          { keys: 'o', does: text.keys.open, run: () => current && onOpen(current) },
          { keys: 'x', does: text.keys.select, run: toggleCurrent },
        ],
  );

  return {
    level,
    current,
    isWarned: current !== undefined && warned === current.srno,
    place: current === undefined ? 0 : rows.indexOf(current) + 1,
    show,
    // A list that is no queue shows nothing of the focused row, and moving through it need not draw the screen again.
    onActive: (row: RequestRow) => {
      if (level !== null) setActive(row.srno);
    },
    neighbour: (by: 1 | -1) => (current === undefined ? undefined : rows[rows.indexOf(current) + by]),
    selected,
    toggle,
    chosen,
    withoutWarnings,
    selectWithoutWarnings: () => setSelected(new Set(withoutWarnings.map((row) => row.srno))),
    clearSelection: () => setSelected(new Set()),
    approveAndNext,
    askOrApprove,
    approveChosen,
    question,
    ask: setQuestion,
    result,
    closeResult: () => {
      const first = result?.results.find(({ why }) => why !== '');
      setResult(null);
      show(rows.find(({ srno }) => srno === first?.srno));
    },
  };
}
export type ApprovalQueue = ReturnType<typeof useApprovalQueue>;
