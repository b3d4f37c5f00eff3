import { CloseButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { discrepancyText as text } from '#web/texts/discrepancy.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { UploadProgress } from '#web/ui/documents/UploadProgress.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { REMARK, type Reply } from './useReply.tsx';
import styles from './Discrepancy.module.css';

export interface ReplyFormProps {
  reply: Reply;
  /** Whether the user decides about the discrepancy, and does not answer it. */
  decides: boolean;
  /** Whether the remark goes with a return to the branch: without a proof, and not alone. */
  returns?: boolean;
  maxChars: number;
  /** The file name extensions of a proof. */
  accepts: readonly string[];
  /** Offers the camera of a phone. */
  hasCamera?: boolean;
  /** The label of the button that adds the reply alone. */
  submit: string;
  onReply: () => Promise<unknown>;
}

/** A remark about a discrepancy, with an optional proof. */
export function ReplyForm(props: ReplyFormProps) {
  const { reply, decides, returns = false, maxChars } = props;
  const { remark } = reply;
  return (
    <div className={styles.reply}>
      <TextAreaField
        id={REMARK}
        label={text.remark}
        required
        rows={2}
        maxLength={maxChars}
        placeholder={text.remarkHint[returns ? 'returns' : decides ? 'decides' : 'answers']}
        classNames={{ root: styles.counted ?? '', description: styles.counter ?? '' }}
        description={text.used([...remark].length, maxChars)}
        value={remark}
        onChange={(event) => reply.write(event.currentTarget.value)}
      />
      {returns ? null : <ReplyFoot {...props} />}
    </div>
  );
}

/** The proof, and the button that adds the reply alone. */
function ReplyFoot({ reply, accepts, hasCamera = false, submit, onReply }: ReplyFormProps) {
  const { file, part } = reply;
  return (
    <>
      <div className={styles.replyFoot}>
        {file === null ? (
          <FileDrop
            label={text.chooseProof}
            hint={text.proofHint}
            accepts={accepts}
            {...(hasCamera ? { camera: text.takePhoto } : {})}
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
          {submit}
        </ActionButton>
      </div>
      {part === null || file === null ? null : (
        <UploadProgress name={file.name} part={part} onCancel={reply.cancel} />
      )}
    </>
  );
}
