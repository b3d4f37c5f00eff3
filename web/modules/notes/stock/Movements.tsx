import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { reverseStock, vaultPostings, type Posting } from '#contract/notes/stock.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { notesText } from '#web/texts/notes.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { momentOf } from '#web/ui/when.ts';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { useLines, useNotesRefresh } from '../lines/useLines.ts';
import styles from './Stock.module.css';
import type { StockCell } from './StockMatrix.tsx';

const text = notesText.movements;

interface MovementsProps {
  branch: string;
  shown: StockCell;
  /** The name of the holder. */
  name: string;
  mayReverse: boolean;
  onDone: (msg: string) => void;
  onClose: () => void;
}

/** The movements into and out of one holder, newest first. */
export function Movements({ branch, shown, name, mayReverse, onDone, onClose }: MovementsProps) {
  const [asked, setAsked] = useState<Posting | null>(null);
  const [message, showProblem] = useProblem();
  const [submission] = useState(makeSubmission);
  const refresh = useNotesRefresh();
  const { query, rows, table } = useLines({
    key: ['movements', branch, shown],
    ask: (page, signal) =>
      call(vaultPostings, { search: { branch, holder: shown.holder, isd: shown.isd }, page }, { signal }),
  });

  /** Returns whether the call succeeded. */
  async function reverse(posting: Posting, reason: string): Promise<boolean> {
    const record = { id: posting.id, reason };
    try {
      const { reply } = await call(reverseStock, { record }, { idempotencyKey: submission.keyFor(record) });
      submission.done();
      onDone(reply.msg);
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    } finally {
      void refresh();
    }
  }

  return (
    <aside className={styles.aside} aria-label={text.title(shown.isd)}>
      <header className={styles.asideHead}>
        <div>
          <h2>{text.title(shown.isd)}</h2>
          <p className={styles.quiet}>{name}</p>
        </div>
        <CloseButton aria-label={text.close} onClick={onClose} />
      </header>
      <QueryState query={{ data: rows, error: query.error, refetch: query.refetch }} failed={text.failed}>
        {(postings) =>
          postings.length === 0 ? (
            <p className={styles.quiet}>{text.empty}</p>
          ) : (
            <Postings rows={postings} isd={shown.isd} onReverse={mayReverse ? setAsked : null} />
          )
        }
      </QueryState>
      {table.hasMore ? (
        <Button variant="default" size="compact-sm" loading={table.loadingMore} onClick={table.onMore}>
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
          {text.reverseText(asked.isd, formatQuantity(asked.quantity))}
        </ConfirmModal>
      )}
      {message}
    </aside>
  );
}

const signed = (quantity: string) =>
  quantity.startsWith('-') ? formatQuantity(quantity) : `+${formatQuantity(quantity)}`;

interface PostingsProps {
  rows: readonly Posting[];
  isd: string;
  onReverse: ((posting: Posting) => void) | null;
}

function Postings({ rows, isd, onReverse }: PostingsProps) {
  return (
    <PlainTable label={text.title(isd)} className={styles.postings}>
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
            <td className="number">{signed(row.quantity)}</td>
            <td className="number">{formatQuantity(row.balance)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
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
          aria-label={text.reverseOf(row.isd, formatQuantity(row.quantity), momentOf(row.at))}
          onClick={() => onReverse(row)}
        >
          {text.reverse}
        </Button>
      ) : null}
    </>
  );
}
