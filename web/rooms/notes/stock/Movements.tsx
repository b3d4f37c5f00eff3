import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { reverseStock, vaultPostings, type Posting } from '#contract/notes/stock.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { call, makeSubmission } from '#web/app/call.ts';
import { sayable } from '#web/app/problems.ts';
import { notesText } from '#web/texts/notes.ts';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { momentOf } from '#web/ui/when.ts';
import { useLines, useNotesRefresh } from '../lines/useLines.ts';
import styles from './Stock.module.css';
import type { Shown } from './StockMatrix.tsx';

const text = notesText.movements;

interface MovementsProps {
  branch: string;
  shown: Shown;
  /** Who holds them. */
  name: string;
  mayReverse: boolean;
  onDone: (msg: string) => void;
  onClose: () => void;
}

/** What moved into and out of one holder, newest first. */
export function Movements({ branch, shown, name, mayReverse, onDone, onClose }: MovementsProps) {
  const [asked, setAsked] = useState<Posting | null>(null);
  const [message, showMessage] = useMessage();
  const [submission] = useState(makeSubmission);
  const refresh = useNotesRefresh();
  const { query, rows, more } = useLines({
    key: ['movements', branch, shown],
    enabled: true,
    ask: (page, signal) =>
      call(
        vaultPostings,
        { search: { srchBranch: branch, holder: shown.holder, isd: shown.isd }, page },
        { signal },
      ),
  });

  /** Whether it was done. */
  async function reverse(posting: Posting, reason: string): Promise<boolean> {
    const record = { id: posting.id, reason };
    try {
      const { reply } = await call(reverseStock, { record }, { idempotencyKey: submission.keyFor(record) });
      submission.done();
      onDone(reply.msg);
      return true;
    } catch (error) {
      const said = sayable(error);
      if (said !== null) showMessage(said);
      return false;
    } finally {
      void refresh();
    }
  }

  const said = query.error === null ? null : sayable(query.error);
  return (
    <aside className={styles.aside} aria-label={text.title(shown.isd)}>
      <header className={styles.asideHead}>
        <div>
          <h2>{text.title(shown.isd)}</h2>
          <p className={styles.quiet}>{name}</p>
        </div>
        <CloseButton aria-label={text.close} onClick={onClose} />
      </header>
      {said !== null ? (
        <EmptyState
          title={text.failed}
          text={said}
          action={<Button onClick={() => void query.refetch()}>{uiText.common.retry}</Button>}
        />
      ) : rows === undefined ? (
        <div aria-busy />
      ) : rows.length === 0 ? (
        <p className={styles.quiet}>{text.empty}</p>
      ) : (
        <Postings rows={rows} isd={shown.isd} onReverse={mayReverse ? setAsked : null} />
      )}
      {query.hasNextPage ? (
        <Button variant="default" size="compact-sm" loading={query.isFetchingNextPage} onClick={more}>
          {text.more}
        </Button>
      ) : null}
      {asked === null ? null : (
        <ConfirmModal
          opened
          title={text.reverseTitle}
          confirm={text.reverse}
          askReason
          onConfirm={(reason) => reverse(asked, reason)}
          onClose={() => setAsked(null)}
        >
          {text.reverseText(asked.isd, formatQuantity(asked.qty))}
        </ConfirmModal>
      )}
      {message}
    </aside>
  );
}

const signed = (qty: string) => (qty.startsWith('-') ? formatQuantity(qty) : `+${formatQuantity(qty)}`);

interface PostingsProps {
  rows: readonly Posting[];
  isd: string;
  onReverse: ((posting: Posting) => void) | null;
}

function Postings({ rows, isd, onReverse }: PostingsProps) {
  return (
    <div className={styles.box} role="group" aria-label={text.title(isd)} tabIndex={0}>
      <table className={styles.postings} aria-label={text.title(isd)}>
        <thead>
          <tr>
            <th scope="col">{text.at}</th>
            <th scope="col">{text.what}</th>
            <th scope="col" className="number">
              {text.quantity}
            </th>
            <th scope="col" className="number">
              {text.balance}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{momentOf(row.at)}</td>
              <td>
                <What row={row} onReverse={onReverse} />
              </td>
              <td className="number">{signed(row.qty)}</td>
              <td className="number">{formatQuantity(row.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function What({ row, onReverse }: { row: Posting; onReverse: PostingsProps['onReverse'] }) {
  return (
    <>
      <span className={styles.what}>
        {text.kinds[row.kind] ?? row.kind} · {row.other}
      </span>
      {row.request === 0 ? null : (
        <Link to={`/requestdetail?srno=${row.request}`}>{text.request(row.request)}</Link>
      )}
      {row.reason === '' ? null : <span className={styles.reason}>{row.reason}</span>}
      {row.by === '' ? null : <span className={styles.quiet}>{text.by(row.by)}</span>}
      {row.reversible && onReverse !== null ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={text.reverseOf(row.isd, formatQuantity(row.qty), momentOf(row.at))}
          onClick={() => onReverse(row)}
        >
          {text.reverse}
        </Button>
      ) : null}
    </>
  );
}
