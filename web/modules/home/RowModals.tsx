import { Suspense, useState } from 'react';
import { formatRupees } from '#domain/numbers.ts';
import { LINK_CONFIRMATION } from '#domain/requests/payment-link.ts';
import type { Proof } from '#web/patterns/proof/ProofOfDelivery.tsx';
import { homeText } from '#web/texts/home.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { MessageModal, type Message } from '#web/ui/MessageModal.tsx';
import { linesInWords } from './RowLines.tsx';
import type { ListedRow } from './rowAction.ts';

// Only an installation that asks for proofs needs it.
const ProofOfDelivery = lazyPart(() => import('#web/patterns/proof/ProofOfDelivery.tsx'), 'ProofOfDelivery');

interface StopQuestionProps {
  onConfirm: (listed: ListedRow) => void;
  /** Confirms with a proof; resolves to whether that succeeded. */
  onProve: (listed: ListedRow, proof: Proof) => Promise<boolean>;
  onClose: () => void;
}

interface RowModalsProps extends StopQuestionProps {
  /** Why an action failed; null if none did. */
  problem: Message | null;
  onProblemRead: () => void;
  /** The stop that the user is asked about; null if there is none. */
  confirmed: ListedRow | null;
}

/** The windows of the queue, loaded with the first of them. */
export function RowModals({ problem, onProblemRead, confirmed, ...question }: RowModalsProps) {
  return (
    <>
      {confirmed === null ? null : confirmed.kind === 'link' ? (
        <LinkQuestion listed={confirmed} {...question} />
      ) : (
        <StopQuestion listed={confirmed} {...question} />
      )}
      <MessageModal message={problem} onClose={onProblemRead} />
    </>
  );
}

function StopQuestion({ listed, onConfirm, onProve, onClose }: StopQuestionProps & { listed: ListedRow }) {
  const { kind, row } = listed;
  const text = homeText.stop[kind === 'collect' ? 'collect' : 'deliver'];
  const [proof, setProof] = useState<Proof>({ file: null, receivedBy: row.name });
  const asksProof = row.stop?.proof === true;
  return (
    <ConfirmModal
      opened
      title={text.title}
      confirm={homeText.queue.actions[kind]}
      staysIfRefused={asksProof}
      onConfirm={() => (asksProof ? onProve(listed, proof) : onConfirm(listed))}
      onClose={onClose}
    >
      {text.question(linesInWords(row), row.name)}
      {asksProof ? (
        <Suspense fallback={<div aria-busy />}>
          <ProofOfDelivery proof={proof} onChange={setProof} />
        </Suspense>
      ) : null}
    </ConfirmModal>
  );
}

/** The specified question before a payment link is sent, with the amount and the customer under it. */
function LinkQuestion({ listed, onConfirm, onClose }: StopQuestionProps & { listed: ListedRow }) {
  const { due, amount, name } = listed.row;
  return (
    <ConfirmModal
      opened
      title={homeText.queue.linkTitle}
      confirm={homeText.queue.sendLink}
      onConfirm={() => onConfirm(listed)}
      onClose={onClose}
    >
      {LINK_CONFIRMATION}
      <p>{homeText.queue.linkTo(formatRupees(due === '' ? amount : due), name)}</p>
    </ConfirmModal>
  );
}
