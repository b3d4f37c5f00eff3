import { useState } from 'react';
import { uploadFlashProof, type FlashDiscrepancy } from '#contract/flash/discrepancies.ts';
import { downloadFlashFile, viewFlashFile } from '#contract/flash/flash.ts';
import { ANSWER_STATUSES, ANSWER_WORDS } from '#domain/flash/codes.ts';
import { canRespond, hasSelector } from '#domain/flash/discrepancy.ts';
import { FLASH_LIMITS, responseProblem } from '#domain/flash/flash.ts';
import { FLASH_TEXTS } from '#domain/flash/texts.ts';
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
import { discrepancyText as text } from '#web/texts/discrepancy.ts';
import { flashText } from '#web/texts/flash.ts';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { StatusPick } from '#web/ui/StatusPick.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { AnswerBadge } from '../statusBadge.tsx';
import { useFlashDiscrepancy } from './useFlashDiscrepancy.ts';
import { aboutOf, ageOf, factsOf, subjectOf, threadOf } from './words.ts';

const { discrepancies } = flashText;

interface FlashDiscrepancyViewProps {
  row: FlashDiscrepancy;
  mayAdd: boolean;
  place: string;
  onStep: (rows: number) => void;
  onClose: () => void;
  /** Called with what has changed. */
  onChanged: (change: Partial<FlashDiscrepancy>) => void;
  /** Called after a decision or a submitted response, so that the user can go on to the next row. */
  onDone: () => void;
}

/** One discrepancy of a flash audit: what was said about it, and what the user can do. Give it a key by row. */
export function FlashDiscrepancyView(props: FlashDiscrepancyViewProps) {
  const { row, mayAdd, onChanged, onDone } = props;
  const { detail, audit, ...acts } = useFlashDiscrepancy(row, mayAdd);
  const [modal, showProblem, showMessage] = useProblem();
  const [status, setStatus] = useState(row.status);
  const [news, setNews] = useState('');
  // The audit may have been closed or put into Review since the list was loaded.
  const header = detail.data?.line.auditStatus ?? row.auditStatus;
  const decides = hasSelector({ header, mayAdd });
  const responds = canRespond(header, row.status).ok;
  const submits = responds && !decides;
  const isAnswered = detail.data?.line.isAnswered ?? row.isAnswered;
  const reply = useReply({
    draftKey: `flash-discrepancy.${row.kind}.${row.srno}`,
    problemOf: (remark, file) => responseProblem(remark, file !== null),
    showMessage,
    onFailure: showProblem,
    send: acts.respond,
  });

  async function sendReply(): Promise<boolean> {
    setNews('');
    const wasSent = await reply.submit();
    if (!wasSent) return false;
    setNews(text.replied);
    onChanged({ replies: row.replies + 1, isAnswered: true });
    return true;
  }

  /** Sends what is typed and submits the response, or sets the chosen status. */
  const { working, run } = useSingleRun(async () => {
    setNews('');
    if (submits && reply.isEmpty && !isAnswered) {
      showMessage(FLASH_TEXTS.noRemark, `#${REMARK}`);
      return;
    }
    if (responds && !reply.isEmpty && !(await sendReply())) return;
    const next = submits ? 'R' : status;
    if (next === row.status) return;
    try {
      await acts.setStatus(next);
    } catch (error) {
      showProblem(error);
      return;
    }
    onChanged({
      status: next,
      statusName: ANSWER_WORDS[next],
      ...(next === 'P' && { isAnswered: false }),
    });
    setStatus(next);
    setNews(submits ? text.submitted : text.saved(ANSWER_WORDS[next]));
    onDone();
  });

  useKeys([
    { keys: 'escape', does: text.keys.back, run: props.onClose },
    ...(responds ? [{ keys: 'c', does: text.keys.reply, run: () => focusOn(`#${REMARK}`) }] : []),
    ...(decides ? [{ keys: 's', does: text.keys.status, run: openStatus }] : []),
    ...(decides || submits ? [{ keys: 'ctrl+enter', does: text.keys.save, run }] : []),
  ]);

  /** Whoever has the add flag updates the status, everybody else submits a response. */
  const label = mayAdd ? discrepancies.update : text.submit;
  return (
    <DiscrepancyFrame
      title={subjectOf(row)}
      badge={
        <>
          <AnswerBadge status={row.status} />
          <DiscrepancyAside>{discrepancies.age(ageOf(row))}</DiscrepancyAside>
        </>
      }
      place={props.place}
      onStep={props.onStep}
      onClose={props.onClose}
      about={<DiscrepancyWords>{aboutOf(row)}</DiscrepancyWords>}
      facts={factsOf({ ...row, auditStatus: header }, audit)}
      said={detail}
      threadOf={({ responses }) => threadOf(responses)}
      emptyThread={discrepancies.noReply}
      proofs={{
        owner: 'flash-proof',
        find: (id) => {
          const found = detail.data?.responses.find(({ srno }) => String(srno) === id);
          return found && { srno: found.srno, filename: found.filename };
        },
        load: async (document, page, signal) => {
          const named = { doctype: 'DISCREPANCY', ...document, page } as const;
          return (await call(viewFlashFile, { document: named }, { signal })).reply;
        },
        download: (document) =>
          void download(downloadFlashFile, { document: { doctype: 'DISCREPANCY', ...document } }).catch(
            showProblem,
          ),
      }}
      news={news}
      form={
        responds
          ? {
              reply,
              decides: mayAdd,
              maxChars: FLASH_LIMITS.response,
              accepts: uploadFlashProof.accepts,
              hasCamera: true,
              submit: discrepancies.add,
              onReply: sendReply,
            }
          : null
      }
      foot={
        header === 'C' ? (
          <DiscrepancyFoot help={discrepancies.closed} />
        ) : decides ? (
          <DiscrepancyFoot
            help={text.decideHelp}
            status={
              <StatusPick
                id={STATUS}
                states={ANSWER_STATUSES}
                words={ANSWER_WORDS}
                value={status}
                onChange={setStatus}
              />
            }
            act={{
              label,
              run,
              isWorking: working,
              disabledBecause: status === row.status && reply.isEmpty ? text.unchanged : undefined,
            }}
          />
        ) : submits ? (
          <DiscrepancyFoot help={text.submitHelp} act={{ label, run, isWorking: working }} />
        ) : (
          <DiscrepancyFoot
            help={mayAdd ? discrepancies.waitReview : row.status === 'O' ? discrepancies.isOk : text.inReview}
          />
        )
      }
      modal={modal}
    />
  );
}
