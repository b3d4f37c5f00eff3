import { IconDatabaseImport, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { currencyTemplate, fetchFlashCurrencies, uploadFlashCurrencies } from '#contract/flash/currencies.ts';
import type { FlashHeader } from '#contract/flash/flash.ts';
import { currencyFileProblem } from '#domain/flash/flash.ts';
import { FLASH_TEXTS } from '#domain/flash/texts.ts';
import { RowErrors, type RowError } from '#web/patterns/import/RowErrors.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { flashText } from '#web/texts/flash.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { UploadProgress, useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { RefusedError } from '#web/wire/problems.ts';
import { upload } from '#web/wire/upload.ts';
import styles from './Currency.module.css';

const text = flashText.fill;

/** The rows at fault that a refusal names. */
function errorsOf(error: unknown): readonly RowError[] {
  const reply = error instanceof RefusedError ? error.reply : null;
  const { errors = [] } = (reply ?? {}) as {
    errors?: readonly { row: number; column: string; message: string }[];
  };
  return errors.map(({ row, column, message }) => ({ row, column, text: message }));
}

interface FillCurrenciesProps {
  header: FlashHeader;
  /** Called with what happened. */
  onFilled: (words: string) => void;
}

/** Where the report values come from, once: the ledger, or a sheet. */
export function FillCurrencies({ header, onFilled }: FillCurrenciesProps) {
  const { srno, branch, date } = header;
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<readonly RowError[]>([]);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();
  const uploading = useUploading((error) => {
    setErrors(errorsOf(error));
    showProblem(error);
  });

  async function fetchThem(): Promise<void> {
    const audit = { srno, branch, date };
    try {
      const { reply } = await call(
        fetchFlashCurrencies,
        { audit },
        { idempotencyKey: submission.keyFor(audit) },
      );
      submission.done();
      onFilled(text.fetched(reply.length));
    } catch (error) {
      showProblem(error);
    }
  }

  async function send(): Promise<void> {
    const problem = currencyFileProblem(file);
    if (problem !== null || file === null) {
      showMessage(problem ?? '');
      return;
    }
    setErrors([]);
    await uploading.run(async (underway) => {
      const { message } = await upload(
        uploadFlashCurrencies,
        { hdrsrno: srno, pageright: 'FLASH' },
        file,
        underway,
      );
      setFile(null);
      onFilled(message === '' ? FLASH_TEXTS.uploaded : message);
    });
  }

  return (
    <section className={styles.fill} aria-label={text.label}>
      <p>
        {text.about} {text.once}
      </p>
      <div className={styles.ways}>
        <ActionButton leftSection={<IconDatabaseImport size={16} aria-hidden />} onPress={fetchThem}>
          {text.fetch}
        </ActionButton>
        <div className={styles.sheet}>
          <FileDrop
            label={file === null ? text.choose : file.name}
            hint={text.hint}
            accepts={uploadFlashCurrencies.accepts}
            disabled={uploading.part !== null}
            onFile={(chosen) => {
              setErrors([]);
              setFile(chosen);
            }}
          />
        </div>
        {uploading.part === null ? (
          <ActionButton variant="default" leftSection={<IconUpload size={16} aria-hidden />} onPress={send}>
            {text.upload}
          </ActionButton>
        ) : (
          <UploadProgress name={file?.name ?? ''} part={uploading.part} onCancel={uploading.cancel} />
        )}
        <ActionButton variant="subtle" onPress={() => download(currencyTemplate, {}).catch(showProblem)}>
          {text.template}
        </ActionButton>
      </div>
      {errors.length === 0 ? null : <RowErrors errors={errors} count={errors.length} />}
      {modal}
    </section>
  );
}
