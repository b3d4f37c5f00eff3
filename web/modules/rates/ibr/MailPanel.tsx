import { Button } from '@mantine/core';
import { mailList, type MailCounts } from '#contract/rates/ibr.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { IBR_KEY, savedAt, type IbrState } from './ibr.ts';
import styles from './Ibr.module.css';

const text = ibrText.mail;
const PAGE_ROWS = 20;
export const MAIL_PANEL_ID = 'ibr-mails';

/** The progress of the mails of one published list. */
export interface Progress extends MailCounts {
  readonly mih_srno: number;
}

interface MailPanelProps {
  /** Undefined until the server has reported it. */
  progress: Progress | undefined;
  published: IbrState['latest'];
  /** Omitted if the user may not publish. */
  onResendFailed?: (() => Promise<void>) | undefined;
}

/** The progress of the mails, updated while they are sent, with the failed ones and the reasons. */
export function MailPanel({ progress, published, onResendFailed }: MailPanelProps) {
  return (
    <section className={styles.mails} id={MAIL_PANEL_ID} tabIndex={-1} aria-labelledby="ibr-mails-title">
      <h2 id="ibr-mails-title" className={styles.heading}>
        {text.title}
      </h2>
      {published === null ? (
        <p className={styles.quiet}>{text.nothing}</p>
      ) : (
        <>
          <p className={styles.quiet}>{text.of(savedAt(published), published.userName)}</p>
          {progress === undefined ? <p>{text.asking}</p> : <Counts progress={progress} />}
          {progress !== undefined && progress.failed > 0 ? (
            <>
              <MailRows state="failed" title={text.failedTitle} progress={progress} />
              {onResendFailed === undefined ? null : (
                <ActionButton variant="default" size="xs" onPress={onResendFailed}>
                  {text.resendFailed}
                </ActionButton>
              )}
            </>
          ) : null}
          {progress !== undefined && progress.noaddress > 0 ? (
            <MailRows state="noaddress" title={text.noAddressTitle} progress={progress} />
          ) : null}
        </>
      )}
    </section>
  );
}

function Counts({ progress }: { progress: Progress }) {
  const { sent, waiting, failed, dropped } = progress;
  const total = sent + waiting + failed + dropped;
  if (total === 0) return <p>{text.none}</p>;
  const share = (count: number) => ({ width: `${(100 * count) / total}%` });
  const told =
    sent === total ? text.all(total) : waiting === 0 ? text.over(sent, total) : text.under(sent, total);
  return (
    <>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={text.progress}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={sent}
        aria-valuetext={told}
      >
        <span data-part="sent" style={share(sent)} />
        <span data-part="failed" style={share(failed)} />
      </div>
      <p role="status" className={styles.told}>
        {told}
      </p>
      <p className={styles.counts}>
        {sent > 0 ? <StatusBadge meaning="done">{text.sent(sent)}</StatusBadge> : null}
        {waiting > 0 ? <StatusBadge meaning="waiting">{text.waiting(waiting)}</StatusBadge> : null}
        {failed > 0 ? <StatusBadge meaning="refused">{text.failed(failed)}</StatusBadge> : null}
        {dropped > 0 ? <StatusBadge meaning="info">{text.dropped(dropped)}</StatusBadge> : null}
      </p>
    </>
  );
}

interface MailRowsProps {
  state: 'failed' | 'noaddress';
  title: string;
  progress: Progress;
}

/** The entities whose mails are in one state, page by page. */
function MailRows({ state, title, progress }: MailRowsProps) {
  const { rows = [], table } = useList({
    // The list reloads whenever the count changes.
    key: [IBR_KEY, 'mails', progress.mih_srno, state, progress[state]],
    fetchPage: (page, signal) => call(mailList, { srno: progress.mih_srno, state, page }, { signal }),
    limit: PAGE_ROWS,
  });
  return (
    <>
      <h3 className={styles.subheading}>{title}</h3>
      {table.error === undefined ? null : <Notice meaning="refused">{text.listFailed}</Notice>}
      <ul className={styles.mailRows} aria-label={title}>
        {rows.map((row) => (
          <li key={row.entityId}>
            <strong>{row.entityName}</strong> ({row.entityId})
            {row.email === '' ? null : <span className={styles.address}>{row.email}</span>}
            {row.error === '' ? null : (
              <span className={styles.why}>
                {row.error} {text.tries(row.tries)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {table.hasMore ? (
        <Button variant="subtle" size="xs" loading={table.loadingMore} onClick={table.onMore}>
          {text.more}
        </Button>
      ) : null}
    </>
  );
}
