import { CloseButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { addReply } from '#contract/audit/discrepancies.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { UploadProgress } from '#web/ui/documents/UploadProgress.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { REMARK, type useReply } from './useReply.tsx';
import styles from './Discrepancies.module.css';

const text = auditWorkText.view;

interface ReplyFormProps {
  reply: ReturnType<typeof useReply>;
  /** Whether the user decides about the discrepancy, and does not answer it. */
  decides: boolean;
  /** Adds the reply alone. */
  onReply: () => Promise<unknown>;
}

/** A remark about a discrepancy, with an optional proof. */
export function ReplyForm({ reply, decides, onReply }: ReplyFormProps) {
  const { remark, file, part } = reply;
  return (
    <div className={styles.reply}>
      <TextAreaField
        id={REMARK}
        label={text.remark}
        required
        rows={2}
        maxLength={AUDIT_LIMITS.remark}
        placeholder={decides ? text.remarkHint.decides : text.remarkHint.answers}
        classNames={{ root: styles.counted ?? '', description: styles.counter ?? '' }}
        description={text.used([...remark].length, AUDIT_LIMITS.remark)}
        value={remark}
        onChange={(event) => reply.write(event.currentTarget.value)}
      />
      <div className={styles.replyFoot}>
        {file === null ? (
          <FileDrop
            label={text.chooseProof}
            hint={text.proofHint}
            accepts={addReply.accepts}
            disabled={part !== null}
            onFile={reply.choose}
          />
        ) : (
          <span className={styles.chosen}>
            <IconPaperclip size={14} aria-hidden />
            <span className={styles.file}>{file.name}</span>
            <CloseButton
              size="sm"
              aria-label={text.removeProof(file.name)}
              disabled={part !== null}
              onClick={reply.removeFile}
            />
          </span>
        )}
        <ActionButton variant="default" onPress={onReply}>
          {text.reply}
        </ActionButton>
      </div>
      {part === null || file === null ? null : (
        <UploadProgress name={file.name} part={part} onCancel={reply.cancel} />
      )}
    </div>
  );
}
