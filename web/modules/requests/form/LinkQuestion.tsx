import { formatRupees } from '#domain/numbers.ts';
import { LINK_CONFIRMATION } from '#domain/requests/payment-link.ts';
import { paymentLinkText as text } from '#web/texts/payments.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import styles from './PaymentLink.module.css';
import type { LinkToSend } from './useFinished.ts';

interface LinkQuestionProps {
  link: LinkToSend | null;
  onSend: () => Promise<unknown>;
  onClose: () => void;
}

/** The specified question before a payment link is sent, with the recipient and the amount under it. */
export function LinkQuestion({ link, onSend, onClose }: LinkQuestionProps) {
  return (
    <ConfirmModal
      opened={link !== null}
      title={text.title}
      confirm={text.send}
      onConfirm={onSend}
      onClose={onClose}
    >
      {LINK_CONFIRMATION}
      <p className={styles.question}>
        {link === null ? '' : text.toWhom(link.email, formatRupees(link.amount))}
      </p>
    </ConfirmModal>
  );
}
