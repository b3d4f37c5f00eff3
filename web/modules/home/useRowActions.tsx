import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Proof } from '#web/patterns/proof/ProofOfDelivery.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';
import type { Message } from '#web/ui/MessageModal.tsx';
import { userMessage } from '#web/wire/problems.ts';
import { actionOf, warningsOf, type ListedRow } from './rowAction.ts';

const RowModals = lazyPart(() => import('./RowModals.tsx'), 'RowModals');
const loadCalls = () => import('./rowCalls.ts');

/**
 * Takes the next action of a row. An approved or delivered row disappears at once and returns if the server refuses. A
 * request with warnings asks first: the next press approves.
 */
export function useRowActions(onRefused: () => void) {
  const navigate = useNavigate();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [askedId, setAsked] = useState('');
  const [confirmed, setConfirmed] = useState<ListedRow | null>(null);
  const [problem, setProblem] = useState<Message | null>(null);
  const [news, setNews] = useState('');
  const [note, setNote] = useState({ id: '', text: '' });

  async function send({ id }: ListedRow, work: () => Promise<string>): Promise<void> {
    setDone((before) => new Set([...before, id]));
    try {
      setNews(await work());
    } catch (error) {
      setDone((before) => new Set([...before].filter((each) => each !== id)));
      const text = userMessage(error);
      if (text !== null) setProblem({ text, focus: `#${CSS.escape(id)}` });
      onRefused();
    }
  }

  /** Confirms a stop with its proof. A failure leaves the question open, so that nobody has to sign again. */
  async function prove({ id, row }: ListedRow, proof: Proof): Promise<boolean> {
    try {
      setNews(await (await loadCalls()).proveStop(row, proof));
      setDone((before) => new Set([...before, id]));
      return true;
    } catch (error) {
      const text = userMessage(error);
      if (text !== null) setProblem({ text });
      return false;
    }
  }

  async function copyLink({ id, row }: ListedRow): Promise<void> {
    try {
      setNote({ id, text: await (await loadCalls()).copyLink(row) });
    } catch (error) {
      const text = userMessage(error);
      if (text !== null) setProblem({ text, focus: `#${CSS.escape(id)}` });
    }
  }

  function act(listed: ListedRow): void {
    const action = actionOf(listed.kind, listed.row);
    if (action.does === 'go') return void navigate(action.path);
    if (action.does === 'confirm') return setConfirmed(listed);
    if (warningsOf(listed.kind, listed.row) !== '' && askedId !== listed.id) return setAsked(listed.id);
    setAsked('');
    void send(listed, async () => (await loadCalls()).approveRow(listed.row, action.level));
  }

  const modal =
    problem === null && confirmed === null ? null : (
      <Suspense fallback={null}>
        <RowModals
          problem={problem}
          onProblemRead={() => setProblem(null)}
          confirmed={confirmed}
          onConfirm={(listed) =>
            void send(listed, async () => {
              const { confirmStop, sendLink } = await loadCalls();
              return (listed.kind === 'link' ? sendLink : confirmStop)(listed.row);
            })
          }
          onProve={prove}
          onClose={() => setConfirmed(null)}
        />
      </Suspense>
    );
  return {
    act,
    copyLink,
    /** What the row says instead of its reason, after its link was copied. */
    note,
    done,
    askedId,
    /** Called when a row gets the focus: loads its calls, and forgets the question about another row. */
    approach(id: string): void {
      loadCalls().catch(() => undefined);
      if (id !== askedId) setAsked('');
    },
    news,
    modal,
  };
}
