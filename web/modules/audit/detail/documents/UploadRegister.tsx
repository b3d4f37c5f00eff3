import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { registerTemplate, uploadRegister } from '#contract/audit/registers.ts';
import { FORMATS, type Format } from '#domain/audit/codes.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { fileRefusal } from '#domain/files.ts';
import { RowErrors, type RowError } from '#web/patterns/import/RowErrors.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditDetailText } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { UploadProgress, useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { download } from '#web/wire/download.ts';
import { RefusedError } from '#web/wire/problems.ts';
import { upload } from '#web/wire/upload.ts';
import type { AddRegisterProps } from './FetchRegister.tsx';
import styles from './Registers.module.css';

const text = auditDetailText.documents;
const FIELD = 'upload-format';

interface UploadRegisterProps extends AddRegisterProps {
  /** The registers that are there already. */
  present: readonly string[];
}

/** The rows at fault that a refusal names. */
function errorsOf(error: unknown): readonly RowError[] {
  const reply = error instanceof RefusedError ? error.reply : null;
  const { errors = [] } = (reply ?? {}) as {
    errors?: readonly { row: number; column: string; message: string }[];
  };
  return errors.map(({ row, column, message }) => ({ row, column, text: message }));
}

/** Reads a register from a sheet, for audits before April 2025. */
export function UploadRegister({ srno, formats, present, onDone }: UploadRegisterProps) {
  const [format, setFormat] = useState<Format | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<readonly RowError[]>([]);
  const [modal, showProblem, showMessage] = useProblem();
  const uploading = useUploading((error) => {
    setErrors(errorsOf(error));
    showProblem(error);
  });

  /** The specified refusals in their order; null if none is known. */
  function refusal(): string | null {
    const refused = fileRefusal(file);
    if (refused !== null) return refused;
    if (format === null) return AUDIT_TEXTS.noUploadFormat;
    return present.includes(format) ? AUDIT_TEXTS.alreadyUploaded(format) : null;
  }

  async function send(): Promise<void> {
    const refused = refusal();
    if (refused !== null || format === null || file === null) {
      showMessage(refused ?? '', `#${FIELD}`);
      return;
    }
    setErrors([]);
    await uploading.run(async (underway) => {
      const meta = { srno, pageright: 'ASSESSMENT', remark: format, format } as const;
      const { message } = await upload(uploadRegister, meta, file, underway);
      setFile(null);
      setFormat(null);
      onDone(message === '' ? AUDIT_TEXTS.uploaded(format) : message);
    });
  }

  return (
    <section className={styles.add} aria-label={text.add}>
      <SelectField
        id={FIELD}
        label={text.format}
        placeholder={text.select}
        choices={formats.map((value) => ({ value, label: value }))}
        value={format}
        onChange={(chosen) => setFormat(FORMATS.find((each) => each === chosen) ?? null)}
        w={152}
      />
      <div className={styles.file}>
        <FileDrop
          label={file === null ? text.choose : file.name}
          hint={text.hint}
          accepts={uploadRegister.accepts}
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
      <ActionButton
        variant="subtle"
        onPress={() =>
          download(registerTemplate, { register: { format: format ?? formats[0] ?? 'FLM3' } }).catch(
            showProblem,
          )
        }
      >
        {text.template}
      </ActionButton>
      {errors.length === 0 ? null : (
        <div className={styles.errors}>
          <RowErrors errors={errors} count={errors.length} />
        </div>
      )}
      {modal}
    </section>
  );
}
