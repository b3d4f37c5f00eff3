import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setLineStatus } from '#contract/flash/currencies.ts';
import { removeFlashTransaction, type FlashTransaction } from '#contract/flash/transactions.ts';
import { LINE_WORDS, SALE_TYPE_WORDS } from '#domain/flash/codes.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { useChoices } from '#web/patterns/useChoices.ts';
import { flashText } from '#web/texts/flash.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { IconButton } from '#web/ui/documents/DocumentTable.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { call } from '#web/wire/call.ts';
import { useSession } from '#web/wire/session.ts';
import { flashTransactionsQuery } from '../flashQueries.ts';
import { LineStatusPick } from '../LineStatusPick.tsx';
import { LineBadge } from '../statusBadge.tsx';
import { AddTransaction } from './AddTransaction.tsx';
import styles from './Transactions.module.css';

const text = flashText.transactions;
const STATES = ['D', 'O'] as const;
const nameOf = (line: FlashTransaction) => text.nameOf(line.saleType, line.number);
/** A transaction that the branch has answered stays. */
const canRemove = ({ status, answerStatus, replies }: FlashTransaction) =>
  status === 'O' ? replies === 0 : answerStatus === 'P' && replies === 0;

interface TransactionsTabProps {
  srno: number;
  query: {
    readonly data: readonly FlashTransaction[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  mayChange: boolean;
}

/** The transactions whose papers were looked at. */
export function TransactionsTab({ srno, query, mayChange }: TransactionsTabProps) {
  const client = useQueryClient();
  const [news, setNews] = useState('');
  const [removing, setRemoving] = useState<FlashTransaction | null>(null);
  const [modal, showProblem] = useProblem();
  const showsNumbers = useSession()?.srno === 1;
  const choices = useChoices<'O' | 'D'>();
  const { queryKey } = flashTransactionsQuery(srno);

  async function refresh(words: string): Promise<void> {
    await client.invalidateQueries({ queryKey });
    setNews(words);
  }

  async function setStatus(line: FlashTransaction, status: 'O' | 'D'): Promise<void> {
    setNews('');
    try {
      await call(setLineStatus, { line: { status, transaction: line.srno } });
      await refresh(text.saved(nameOf(line), LINE_WORDS[status]));
    } catch (error) {
      showProblem(error);
    }
  }

  async function remove(line: FlashTransaction): Promise<void> {
    try {
      await call(removeFlashTransaction, { transaction: { audit: srno, srno: line.srno } });
      await refresh(text.removed(nameOf(line)));
    } catch (error) {
      showProblem(error);
    }
  }

  return (
    <>
      {mayChange ? <AddTransaction srno={srno} onAdded={(name) => refresh(text.added(name))} /> : null}
      <p role="status" className={styles.bar}>
        {news}
      </p>
      <QueryState query={query} failed={text.failed}>
        {(lines) =>
          lines.length === 0 ? (
            <p className={styles.empty}>{text.empty}</p>
          ) : (
            <PlainTable label={text.table} className={styles.table}>
              <thead>
                <tr>
                  {showsNumbers ? (
                    <th scope="col" className="number">
                      {text.columns.reference}
                    </th>
                  ) : null}
                  <th scope="col">{text.columns.type}</th>
                  <th scope="col">{text.columns.number}</th>
                  <th scope="col" className={styles.date}>
                    {text.columns.date}
                  </th>
                  <th scope="col">{text.columns.document}</th>
                  <th scope="col" className={styles.status}>
                    {text.columns.status}
                  </th>
                  {mayChange ? (
                    <th scope="col" className="number">
                      {text.columns.action}
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.srno}>
                    {showsNumbers ? <td className="number">{line.srno}</td> : null}
                    <td>{SALE_TYPE_WORDS[line.saleType]}</td>
                    <th scope="row">{line.number}</th>
                    <td className={styles.date}>{line.date}</td>
                    <td>{line.document === '' ? <span className={styles.quiet}>–</span> : line.document}</td>
                    <td className={styles.status}>
                      {mayChange ? (
                        <LineStatusPick
                          label={text.statusOf(nameOf(line))}
                          states={STATES}
                          value={choices.choiceOf(line.srno) ?? line.status}
                          onChange={(status) =>
                            void choices.show(line.srno, status, () => setStatus(line, status))
                          }
                        />
                      ) : (
                        <LineBadge status={line.status} />
                      )}
                    </td>
                    {mayChange ? (
                      <td className="number">
                        {canRemove(line) ? (
                          <IconButton label={text.remove(nameOf(line))} onPress={() => setRemoving(line)}>
                            <IconTrash size={16} aria-hidden />
                          </IconButton>
                        ) : null}
                      </td>
                    ) : null}
                  </tr>
                ))}
              </tbody>
            </PlainTable>
          )
        }
      </QueryState>
      <ConfirmModal
        opened={removing !== null}
        title={removing === null ? '' : text.removeTitle(nameOf(removing))}
        confirm={text.removeConfirm}
        danger
        onConfirm={() => (removing === null ? undefined : remove(removing))}
        onClose={() => setRemoving(null)}
      >
        <p>{text.removeText}</p>
      </ConfirmModal>
      {modal}
    </>
  );
}
