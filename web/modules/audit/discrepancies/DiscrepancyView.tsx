import { useState } from 'react';
import { addReply, type DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import { downloadAuditFile, viewAuditFile } from '#contract/audit/registers.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { DISCREPANCY_STATUSES, DISCREPANCY_WORDS, type DiscrepancyStatus } from '#domain/audit/codes.ts';
import { replyProblem } from '#domain/audit/discrepancy.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import {
  DiscrepancyAside,
  DiscrepancyFoot,
  DiscrepancyFrame,
  DiscrepancyWords,
  openStatus,
  STATUS,
} from '#web/patterns/discrepancy/DiscrepancyFrame.tsx';
import { REMARK, useReply } from '#web/patterns/discrepancy/useReply.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { discrepancyText } from '#web/texts/discrepancy.ts';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { StatusPick } from '#web/ui/StatusPick.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { useDiscrepancy, type DiscrepancyScreen } from './useDiscrepancy.tsx';
import { factsOf, STATUS_MEANING, subjectOf, threadOf } from './words.ts';

const { view, discrepancies } = auditWorkText;
const text = discrepancyText;

export interface DiscrepancyViewProps {
  row: DiscrepancyRow;
  screen: DiscrepancyScreen;
  /** Whether the user may set any status. */
  mayDecide: boolean;
  /** Whether the user may reply while the discrepancy is pending. */
  mayAnswer: boolean;
  place: string;
  onStep: (rows: number) => void;
  onClose: () => void;
  /** Called with what has changed. */
  onChanged: (change: Partial<DiscrepancyRow>) => void;
  /** Called after a decision or a submitted response, so that the user can go on to the next row. */
  onDone: () => void;
}

/** One discrepancy: its facts, what was said about it, its proofs, and what the user can do. Give it a key by row. */
export function DiscrepancyView(props: DiscrepancyViewProps) {
  const { row, screen, mayDecide, onChanged, onDone } = props;
  const { replies, ...acts } = useDiscrepancy(row, screen);
  const [modal, showProblem, showMessage] = useProblem();
  const [status, setStatus] = useState(row.status);
  const [news, setNews] = useState('');
  const isPending = row.status === 'P';
  const replyShown = isPending && (mayDecide || props.mayAnswer);
  const submits = replyShown && !mayDecide;
  const isReturn = (next: DiscrepancyStatus) => mayDecide && !isPending && next === 'P';
  const returns = isReturn(status);
  const reply = useReply({
    draftKey: `discrepancy.${row.lineNo}`,
    problemOf: replyProblem,
    showMessage,
    onFailure: showProblem,
    send: acts.reply,
  });

  async function sendReply(): Promise<boolean> {
    setNews('');
    const wasSent = await reply.submit();
    if (!wasSent) return false;
    setNews(text.replied);
    onChanged({ replies: row.replies + 1, isAnswered: true });
    return true;
  }

  /** Sends what is typed and submits the response, or saves the status. */
  const { working, run } = useSingleRun(async () => {
    setNews('');
    if (submits && reply.isEmpty && !row.isAnswered) {
      showMessage(AUDIT_TEXTS.noRemark, `#${REMARK}`);
      return;
    }
    const remark = returns ? reply.remark.trim() : '';
    const problem = returns ? replyProblem(remark) : null;
    if (problem !== null) {
      showMessage(problem, `#${REMARK}`);
      return;
    }
    if (replyShown && !reply.isEmpty && !(await sendReply())) return;
    const next = submits ? 'R' : status;
    if (next === row.status) return;
    try {
      await (submits ? acts.submit() : acts.decide(next, remark));
      if (returns) reply.write('');
    } catch (error) {
      showProblem(error);
      return;
    }
    onChanged({
      status: next,
      statusName: DISCREPANCY_WORDS[next],
      ...(returns && { replies: row.replies + 1 }),
      ...(next === 'P' && { isAnswered: false, age: 0 }),
    });
    setStatus(next);
    setNews(submits ? text.submitted : text.saved(DISCREPANCY_WORDS[next]));
    onDone();
  });

  useKeys([
    { keys: 'escape', does: text.keys.back, run: props.onClose },
    ...(replyShown ? [{ keys: 'c', does: text.keys.reply, run: () => focusOn(`#${REMARK}`) }] : []),
    ...(mayDecide ? [{ keys: 's', does: text.keys.status, run: openStatus }] : []),
    ...(mayDecide || submits ? [{ keys: 'ctrl+enter', does: text.keys.save, run }] : []),
  ]);

  return (
    <DiscrepancyFrame
      title={subjectOf(row)}
      badge={
        <>
          <StatusBadge meaning={STATUS_MEANING[row.status]}>{DISCREPANCY_WORDS[row.status]}</StatusBadge>
          <DiscrepancyAside>{discrepancies.age(row.age)}</DiscrepancyAside>
        </>
      }
      place={props.place}
      onStep={props.onStep}
      onClose={props.onClose}
      about={<DiscrepancyWords>{row.words}</DiscrepancyWords>}
      facts={factsOf(row)}
      said={replies}
      threadOf={(said) => threadOf(row, said)}
      proofs={{
        owner: 'audit-proof',
        find: (id) => {
          const found = replies.data?.find(({ srno }) => String(srno) === id);
          return found && { srno: found.srno, filename: found.filename };
        },
        load: async (document, page, signal) =>
          (await call(viewAuditFile, { document: { ...document, page } }, { signal })).reply,
        download: (document) => void download(downloadAuditFile, { document }).catch(showProblem),
      }}
      news={news}
      form={
        replyShown || returns
          ? {
              reply,
              decides: mayDecide,
              returns,
              maxChars: AUDIT_LIMITS.remark,
              accepts: addReply.accepts,
              submit: view.reply,
              onReply: sendReply,
            }
          : null
      }
      foot={
        mayDecide ? (
          <DiscrepancyFoot
            help={text.decideHelp}
            status={
              <StatusPick
                id={STATUS}
                states={DISCREPANCY_STATUSES}
                words={DISCREPANCY_WORDS}
                value={status}
                onChange={(next) => {
                  setStatus(next);
                  // After the select has closed and taken the focus back.
                  if (isReturn(next)) setTimeout(() => focusOn(`#${REMARK}`));
                }}
              />
            }
            act={{
              label: view.save,
              run,
              isWorking: working,
              disabledBecause: status === row.status && reply.isEmpty ? text.unchanged : undefined,
            }}
          />
        ) : submits ? (
          <DiscrepancyFoot help={text.submitHelp} act={{ label: text.submit, run, isWorking: working }} />
        ) : props.mayAnswer ? (
          <DiscrepancyFoot help={row.status === 'D' ? text.cleared : text.inReview} />
        ) : null
      }
      modal={modal}
    />
  );
}
