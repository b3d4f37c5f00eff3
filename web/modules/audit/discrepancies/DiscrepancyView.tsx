import { useState } from 'react';
import { downloadAuditFile, viewAuditFile } from '#contract/audit/registers.ts';
import type { DiscrepancyRow, ReplyRow } from '#contract/audit/discrepancies.ts';
import { DISCREPANCY_STATUSES, DISCREPANCY_WORDS } from '#domain/audit/codes.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { kindOf } from '#web/ui/documentKind.ts';
import { DocumentView } from '#web/ui/documents/DocumentView.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ReplyThread } from '#web/ui/ReplyThread.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { StatusPick } from '#web/ui/StatusPick.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { userMessage } from '#web/wire/problems.ts';
import { SidePanel } from '../SidePanel.tsx';
import styles from './Discrepancies.module.css';
import { ReplyForm } from './ReplyForm.tsx';
import { useDiscrepancy, type DiscrepancyScreen } from './useDiscrepancy.tsx';
import { REMARK, useReply } from './useReply.tsx';
import { factsOf, STATUS_MEANING, subjectOf, threadOf } from './words.ts';

const { view: text, discrepancies } = auditWorkText;
const STATUS = 'discrepancy-status';

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
  const [status, setStatus] = useState(row.adis_status);
  const [news, setNews] = useState('');
  const [proof, setProof] = useState<ReplyRow | null>(null);
  const isPending = row.adis_status === 'P';
  const replyShown = isPending && (mayDecide || props.mayAnswer);
  const submits = replyShown && !mayDecide;
  const reply = useReply({
    lineno: row.adis_lineno,
    showMessage,
    onFailure: showProblem,
    send: acts.reply,
  });

  async function sendReply(): Promise<boolean> {
    setNews('');
    const wasSent = await reply.submit();
    if (!wasSent) return false;
    setNews(text.replied);
    onChanged({ adis_replies: row.adis_replies + 1, adis_answered: 1 });
    return true;
  }

  /** Sends what is typed and submits the response, or saves the status. */
  const { working, run } = useSingleRun(async () => {
    setNews('');
    if (submits && reply.isEmpty && row.adis_answered === 0) {
      showMessage(AUDIT_TEXTS.noRemark, `#${REMARK}`);
      return;
    }
    if (replyShown && !reply.isEmpty && !(await sendReply())) return;
    const next = submits ? 'R' : status;
    if (next === row.adis_status) return;
    try {
      await (submits ? acts.submit() : acts.decide(next));
    } catch (error) {
      showProblem(error);
      return;
    }
    onChanged({
      adis_status: next,
      adis_statusnm: DISCREPANCY_WORDS[next],
      ...(next === 'P' && { adis_answered: 0 }),
    });
    setStatus(next);
    setNews(submits ? text.submitted : text.saved(DISCREPANCY_WORDS[next]));
    onDone();
  });

  useKeys([
    { keys: 'escape', does: discrepancies.keys.back, run: props.onClose },
    ...(replyShown ? [{ keys: 'c', does: discrepancies.keys.reply, run: () => focusOn(`#${REMARK}`) }] : []),
    ...(mayDecide ? [{ keys: 's', does: discrepancies.keys.status, run: openStatus }] : []),
    ...(mayDecide || submits ? [{ keys: 'ctrl+enter', does: discrepancies.keys.save, run }] : []),
  ]);

  function showProof(id: string): void {
    const found = replies.data?.find(({ adoc_srno: srno }) => String(srno) === id);
    if (found === undefined) return;
    if (kindOf(found.adoc_filename) === 'other') take(found);
    else setProof(found.adoc_srno === proof?.adoc_srno ? null : found);
  }
  const named = (document: ReplyRow) => ({ srno: document.adoc_srno, filename: document.adoc_filename });
  const take = (document: ReplyRow) =>
    void download(downloadAuditFile, { document: named(document) }).catch(showProblem);

  return (
    <SidePanel
      label={text.label(subjectOf(row))}
      title={subjectOf(row)}
      badge={
        <>
          <StatusBadge meaning={STATUS_MEANING[row.adis_status]}>
            {DISCREPANCY_WORDS[row.adis_status]}
          </StatusBadge>
          <span className={styles.quiet}>{discrepancies.age(row.adis_age)}</span>
        </>
      }
      place={props.place}
      previous={{ label: text.previous, onPress: () => props.onStep(-1) }}
      next={{ label: text.next, onPress: () => props.onStep(1) }}
      close={{ label: text.close, onPress: props.onClose }}
    >
      <div className={styles.about}>
        <p className={styles.words}>{row.adis_discrepancy}</p>
        <dl className={styles.facts}>
          {factsOf(row).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.cols} data-proof={proof === null ? undefined : true}>
        <div className={styles.talk}>
          <QueryState query={replies} failed={text.threadFailed}>
            {(said) => (
              <ReplyThread
                label={text.thread}
                entries={threadOf(row, said)}
                shown={proof === null ? null : String(proof.adoc_srno)}
                onProof={({ id }) => showProof(id)}
              />
            )}
          </QueryState>
          <div role="status" className={styles.news}>
            {news === '' ? null : <Notice meaning="done">{news}</Notice>}
          </div>
          {replyShown ? <ReplyForm reply={reply} decides={mayDecide} onReply={sendReply} /> : null}
        </div>
        {proof === null ? null : (
          <div className={styles.proof}>
            <DocumentView
              key={proof.adoc_srno}
              document={named(proof)}
              owner="audit-proof"
              height="max(320px, calc(100dvh - 500px))"
              load={async (page, signal) =>
                (await call(viewAuditFile, { document: { ...named(proof), page } }, { signal })).reply
              }
              say={userMessage}
              onDownload={() => take(proof)}
              onClose={() => setProof(null)}
            />
          </div>
        )}
      </div>
      {mayDecide ? (
        <div className={styles.foot}>
          <span className={styles.help}>{text.decideHelp}</span>
          <StatusPick
            id={STATUS}
            states={DISCREPANCY_STATUSES}
            words={DISCREPANCY_WORDS}
            value={status}
            onChange={setStatus}
          />
          <ActionButton
            onPress={run}
            busy={working}
            disabledBecause={status === row.adis_status && reply.isEmpty ? text.unchanged : undefined}
            rightSection={<SaveKeys />}
          >
            {text.save}
          </ActionButton>
        </div>
      ) : submits ? (
        <div className={styles.foot}>
          <span className={styles.help}>{text.submitHelp}</span>
          <ActionButton onPress={run} busy={working} rightSection={<SaveKeys />}>
            {text.submit}
          </ActionButton>
        </div>
      ) : props.mayAnswer ? (
        <div className={styles.foot}>
          <span className={styles.help}>{row.adis_status === 'D' ? text.cleared : text.inReview}</span>
        </div>
      ) : null}
      {modal}
    </SidePanel>
  );
}

/** The field is a select: a press opens its choices. */
function openStatus(): void {
  focusOn(`#${STATUS}`);
  document.getElementById(STATUS)?.click();
}

const SaveKeys = () => (
  <span className={styles.onPrimary} aria-hidden>
    <Keys keys="ctrl+enter" />
  </span>
);
