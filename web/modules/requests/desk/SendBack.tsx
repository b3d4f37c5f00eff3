import { useState } from 'react';
import { MAX_SENT_BACK_CHARS, sendBackRequest, type RequestRow } from '#contract/requests/desk.ts';
import { deskText } from '#web/texts/desk.ts';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';

const text = deskText.sendBack;
const REASON = {
  label: uiText.confirm.reason,
  missing: uiText.confirm.reasonMissing,
  maxLength: MAX_SENT_BACK_CHARS,
};

interface SendBackProps {
  request: Pick<RequestRow, 'srno' | 'version' | 'createdBy'>;
  onDone: (msg: string) => void;
  onFailed: (error: unknown) => void;
  onClose: () => void;
}

/** Sends a request back to its maker, with a reason. */
export function SendBack({ request, onDone, onFailed, onClose }: SendBackProps) {
  const { srno, version, createdBy: maker } = request;
  const [submission] = useState(makeSubmission);
  async function send(reason: string): Promise<boolean> {
    try {
      const once = { version, idempotencyKey: submission.keyFor([reason, version]) };
      const { reply } = await call(sendBackRequest, { srno, why: { reason } }, once);
      submission.done();
      onDone(reply.msg);
      return true;
    } catch (error) {
      onFailed(error);
      return false;
    }
  }
  return (
    <ConfirmModal
      opened
      title={text.title(srno, maker)}
      confirm={text.confirm}
      askReason={REASON}
      onConfirm={send}
      onClose={onClose}
    >
      {text.detail(maker)}
    </ConfirmModal>
  );
}
