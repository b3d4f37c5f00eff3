import { useState } from 'react';
import * as calls from '#contract/notes/delivery.ts';
import type { RequestDetail } from '#contract/requests/desk.ts';
import type { DeliveryStep } from '#domain/notes/steps.ts';
import { call, makeSubmission, type Answer } from '#web/wire/call.ts';
import { deskText } from '#web/texts/desk.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { customerOf } from '../state.ts';
import { contentOf, isSold, stepWord } from './lastSteps.ts';
import type { RequestActs } from './useRequestActs.tsx';

const text = deskText.delivery;

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
  if (step === 'schedule') return text.scheduleText(detail.req_deliveryexecutivename);
  const say = isSold(detail) ? text.toCustomer : text.fromCustomer;
  return say(contentOf(request), customerOf(detail));
}

interface DeliveryQuestionProps {
  step: DeliveryStep;
  request: RequestDetail;
  acts: RequestActs;
  onDone: (msg: string) => void;
  onClose: () => void;
}

/** Asks for confirmation of a step, and for the reason if the step is undone; then takes the step. */
export function DeliveryQuestion({ step, request, acts, onDone, onClose }: DeliveryQuestionProps) {
  const { detail } = request;
  const [submission] = useState(makeSubmission);
  async function take(reason: string): Promise<boolean> {
    const once = { idempotencyKey: submission.keyFor([step, reason]) };
    const done = await acts.act(() => CALLS[step](detail.req_srno, reason, once));
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
      onConfirm={take}
      onClose={onClose}
    >
      {questionOf(step, request)}
    </ConfirmModal>
  );
}
