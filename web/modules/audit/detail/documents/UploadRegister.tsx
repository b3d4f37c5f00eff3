import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { registerTemplate, uploadRegister } from '#contract/audit/registers.ts';
import type { ReplyOf } from '#contract/define.ts';
import type { WrongCell } from '#contract/sheets.ts';
import { FORMATS, type Format } from '#domain/audit/codes.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { fileRefusal } from '#domain/files.ts';
import { WrongCells } from '#web/patterns/import/WrongCells.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditDetailText } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { UploadProgress, useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { download, saveBase64 } from '#web/wire/download.ts';
import { failedInWords, RefusedError } from '#web/wire/problems.ts';
import { upload } from '#web/wire/upload.ts';
import type { AddRegisterProps } from './FetchRegister.tsx';
import styles from './Registers.module.css';

const text = auditDetailText.documents;
const FIELD = 'upload-format';

type Reply = ReplyOf<typeof uploadRegister>;

interface UploadRegisterProps extends Omit<AddRegisterProps, 'onDone'> {
  /** The registers that are there already. */
  present: readonly string[];
  /** Called with the result in words, and the cells of the stored sheet that look wrong. */
  onDone: (words: string, odd: FoundCells | null) => void;
}

/** A sheet with the first of its cells that are wrong, or only look wrong. */
export interface FoundCells {
  readonly file: string;
  readonly cells: readonly WrongCell[];
  readonly count: number;
  /** The sheet of all of them. */
  readonly sheet?: { readonly fname: string; readonly bs64: string } | undefined;
}

/** The cells at fault that a refusal names; null if it names none. */
function wrongIn(file: string, error: unknown): FoundCells | null {
  const reply = (error instanceof RefusedError ? error.reply : null) as Partial<Reply> | null;
  const { errors: cells = [], errorcount: count = 0, errorsheet: sheet } = reply ?? {};
  return cells.length === 0 ? null : { file, cells, count, sheet };
}

const sheetOf = ({ sheet }: FoundCells) =>
  sheet === undefined ? undefined : () => saveBase64(sheet.bs64, sheet.fname);

/** Reads a register from a sheet, for audits before April 2025. */
export function UploadRegister({ srno, formats, present, onDone }: UploadRegisterProps) {
  const [format, setFormat] = useState<Format | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<FoundCells | null>(null);
  const [modal, showProblem, showMessage] = useProblem();
  const uploading = useUploading((error) => {
    setWrong(wrongIn(file?.name ?? '', error));
    showProblem(failedInWords(error, AUDIT_TEXTS.uploadFailed(format ?? '')));
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
    setWrong(null);
    await uploading.run(async (underway) => {
      const meta = { srno, pageright: 'ASSESSMENT', remark: format, format } as const;
      const { message, warnings = [], warningcount = 0 } = await upload(uploadRegister, meta, file, underway);
      setFile(null);
      setFormat(null);
      onDone(
        message === '' ? AUDIT_TEXTS.uploaded(format) : message,
        warningcount === 0 ? null : { file: file.name, cells: warnings, count: warningcount },
      );
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
            setWrong(null);
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
      {wrong === null ? null : (
        <div className={styles.errors}>
          <WrongCells
            title={text.wrong}
            about={text.wrongAbout(wrong.file, wrong.count)}
            cells={wrong.cells}
            count={wrong.count}
            onDownload={sheetOf(wrong)}
            onClose={() => setWrong(null)}
          />
        </div>
      )}
      {modal}
    </section>
  );
}
