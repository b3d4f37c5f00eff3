import { Suspense, useState } from 'react';
import * as calls from '#contract/notes/delivery.ts';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { proofOfDelivery } from '#contract/requests/documents.ts';
import type { DeliveryStep } from '#domain/notes/steps.ts';
import { PROOF_MISSING } from '#domain/requests/documents.ts';
import { call, makeSubmission, type Answer } from '#web/wire/call.ts';
import { upload } from '#web/wire/upload.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';
import type { Proof } from '#web/patterns/proof/ProofOfDelivery.tsx';
import { customerOf } from '../state.ts';
import { contentOf, isSold, stepWord } from './lastSteps.ts';
import type { RequestActs } from './useRequestActs.tsx';

// Only an installation that asks for proofs needs it.
const ProofOfDelivery = lazyPart(() => import('#web/patterns/proof/ProofOfDelivery.tsx'), 'ProofOfDelivery');

const text = requestDetailText.delivery;

type StepReply = Promise<Answer<{ err: string; msg: string }>>;
type Once = { readonly idempotencyKey: string };
const CALLS: Readonly<Record<DeliveryStep, (srno: number, reason: string, once: Once) => StepReply>> = {
  schedule: (srno, _, once) => call(calls.scheduleDelivery, { srno }, once),
  deliver: (srno, _, once) => call(calls.confirmDelivery, { srno, counted: undefined }, once),
  handover: (srno, _, once) => call(calls.handOver, { srno, counted: undefined }, once),
  undo: (srno, reason, once) => call(calls.undoDelivery, { srno, why: { reason } }, once),
};

const titleOf = (step: DeliveryStep, isSale: boolean): string =>
  ({
    schedule: text.scheduleTitle,
    deliver: isSale ? text.deliverTitle : text.collectTitle,
    handover: text.handOverTitle,
    undo: text.undoTitle,
  })[step];

function questionOf(step: DeliveryStep, request: RequestDetail): string {
  const { detail } = request;
  if (step === 'undo') return text.undoText;
  if (step === 'schedule') return text.scheduleText(detail.deliveryExecutiveName);
  const say = isSold(detail) ? text.toCustomer : text.fromCustomer;
  return say(contentOf(request), customerOf(detail));
}

interface DeliveryQuestionProps {
  step: DeliveryStep;
  /** Whether a delivery is confirmed with a proof. */
  asksProof: boolean;
  request: RequestDetail;
  acts: RequestActs;
  onDone: (msg: string) => void;
  onClose: () => void;
}

/** Asks for confirmation of a step, and for the reason if the step is undone; then takes the step. */
export function DeliveryQuestion(props: DeliveryQuestionProps) {
  const { step, request, acts, onDone, onClose } = props;
  const { detail } = request;
  const [submission] = useState(makeSubmission);
  const hasProof = props.asksProof && step === 'deliver';
  const [proof, setProof] = useState<Proof>({ file: null, receivedBy: customerOf(detail) });
  const [isStored, setStored] = useState(false);

  /** Stores the proof before the delivery, which the server refuses without it. Returns whether it is stored. */
  async function storeProof(): Promise<boolean> {
    if (!hasProof || isStored) return true;
    if (proof.file === null) {
      acts.showMessage(PROOF_MISSING);
      return false;
    }
    const meta = { srno: detail.srno, remark: proof.receivedBy.trim() };
    try {
      await upload(proofOfDelivery, meta, proof.file);
      setStored(true);
      return true;
    } catch (error) {
      acts.fail(error);
      return false;
    }
  }

  async function take(reason: string): Promise<boolean> {
    if (!(await storeProof())) return false;
    const once = { idempotencyKey: submission.keyFor([step, reason]) };
    const done = await acts.act(() => CALLS[step](detail.srno, reason, once));
    if (done === null) return false;
    submission.done();
    onDone(done.msg);
    return true;
  }
  return (
    <ConfirmModal
      opened
      title={titleOf(step, isSold(detail))}
      confirm={stepWord(step, detail)}
      askReason={step === 'undo'}
      staysIfRefused={hasProof}
      onConfirm={take}
      onClose={onClose}
    >
      {questionOf(step, request)}
      {hasProof ? (
        <Suspense fallback={<div aria-busy />}>
          <ProofOfDelivery proof={proof} onChange={setProof} />
        </Suspense>
      ) : null}
    </ConfirmModal>
  );
}
