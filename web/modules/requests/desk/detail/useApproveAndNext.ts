import { useState } from 'react';
import { approveRequest, type RequestDetail } from '#contract/requests/desk.ts';
import { deskText } from '#web/texts/desk.ts';
import { useKeys } from '#web/ui/keys.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { nextWaiting } from '../queue/queues.ts';
import { FLAG_OF } from '../state.ts';
import type { DeskRights } from '../useDeskRights.ts';
import type { Requests } from '../useRequests.ts';
import type { RequestActs } from './useRequestActs.tsx';

const text = deskText.queue;

interface ApproveOptions {
  detail: RequestDetail['detail'];
  rights: DeskRights;
  requests: Requests;
  acts: RequestActs;
  /** Opens the next request of the list. */
  onNext: (srno: number) => void;
  /** Called if the request was the last one of its list. */
  onDone: (msg: string) => void;
  onWarned: (news: string) => void;
}

/**
 * Approves the open request at the step that the user can take, and opens the next one. A request with warnings is
 * approved by the second press. Returns null if the user can take no step.
 */
export function useApproveAndNext(options: ApproveOptions) {
  const { detail, rights, requests, acts, onNext, onDone, onWarned } = options;
  const { srno, version, warnings } = detail;
  const [isWarned, setWarned] = useState(false);
  const level = rights.levels.find((each) => detail.can[each].ok);

  async function run(): Promise<void> {
    if (level === undefined) return;
    if (warnings.length > 0 && !isWarned) {
      setWarned(true);
      onWarned(text.pressAgain(srno, warnings.length));
      return;
    }
    const once = { version, idempotencyKey: newIdempotencyKey() };
    const done = await acts.act(() => call(approveRequest, { level, srno }, once));
    if (done === null) return;
    requests.changeAll([srno], { [FLAG_OF[level]]: true });
    const { rows = [] } = requests;
    const next = rows.some((row) => row.srno === srno) ? nextWaiting(rows, srno, level) : undefined;
    if (next === undefined) onDone(done.msg);
    else onNext(next.srno);
  }

  useKeys(
    level === undefined
      ? []
      : [{ keys: 'a', does: text.keys.approve, run: (event) => void (event.repeat || run()) }],
  );
  return level === undefined ? null : { run, label: isWarned ? text.approveAnyway : text.approveNext };
}
