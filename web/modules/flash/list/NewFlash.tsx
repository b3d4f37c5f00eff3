import { Button, CloseButton, Group } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { saveFlashAudit, uploadOldFlash } from '#contract/flash/flash.ts';
import { FLASH_TYPE_WORDS, FLASH_TYPES, type FlashType } from '#domain/flash/codes.ts';
import {
  FLASH_LIMITS,
  newFlashProblem,
  type NewFlashAudit as Draft,
  type NewFlashField,
} from '#domain/flash/flash.ts';
import { fileRefusal } from '#domain/files.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { flashText } from '#web/texts/flash.ts';
import { uiText } from '#web/texts/ui.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { UploadProgress, useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { enterGoesOn } from '#web/ui/enterGoesOn.ts';
import { TextAreaField, TextField } from '#web/ui/Field.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { isReadable } from '#web/ui/readable.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { today } from '#web/ui/today.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { upload } from '#web/wire/upload.ts';
import { FLASH_LIST } from '../flashQueries.ts';
import styles from './NewFlash.module.css';

const text = flashText.form;
const FORM = 'new-flash';
const fieldId = (field: NewFlashField | 'type') => `${FORM}-${field}`;
const typeChoices = FLASH_TYPES.map((value) => ({ value, label: FLASH_TYPE_WORDS[value] }));

interface NewFlashProps {
  onAdded: () => void;
  onBack: () => void;
}

/** The form that adds a flash audit: one that is counted here, or one that was made on paper, with its file. */
export function NewFlash({ onAdded, onBack }: NewFlashProps) {
  const [type, setType] = useState<FlashType>('N');
  const [draft, setDraft] = useState<Draft>({ branch: '', date: today(), cashier: '', remark: '' });
  const [file, setFile] = useState<File | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();
  const client = useQueryClient();
  const uploading = useUploading((error) => showProblem(error, `#${fieldId('branch')}`));
  const isDirty = !isAdded && (draft.cashier !== '' || draft.remark !== '' || file !== null);
  const guard = useUnsavedGuard(isDirty, 'view');

  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));
  const problem = isAsked ? newFlashProblem(draft, today()) : null;
  const errorOf = (field: NewFlashField) =>
    problem?.fields.includes(field) !== true
      ? undefined
      : draft[field] === '' || draft[field] === null
        ? text.missing
        : problem.message;

  function finish(): void {
    // Takes effect before the address changes, so that nobody is asked about unsaved changes.
    flushSync(() => setAdded(true));
    void client.invalidateQueries({ queryKey: FLASH_LIST });
    onAdded();
  }

  async function addNew(): Promise<void> {
    const { branch, date, cashier, remark } = draft;
    const audit = { branch, date: date ?? '', cashier: cashier.trim(), remark: remark.trim() } as const;
    try {
      await call(saveFlashAudit, { audit }, { idempotencyKey: submission.keyFor(audit) });
      submission.done();
    } catch (error) {
      showProblem(error, `#${fieldId('branch')}`);
      return;
    }
    finish();
  }

  async function addOld(chosen: File): Promise<void> {
    const { branch, date, cashier, remark } = draft;
    await uploading.run(async (underway) => {
      const meta = {
        uploaddoc: 'OLDFLASH',
        branch,
        date: date ?? '',
        cashier: cashier.trim(),
        remark: remark.trim(),
        audittype: 'O',
        pageright: 'FLASH',
      } as const;
      await upload(uploadOldFlash, meta, chosen, underway);
      finish();
    });
  }

  async function add(): Promise<void> {
    setAsked(true);
    const found = newFlashProblem(draft, today());
    if (found !== null) {
      showMessage(found.message, `#${fieldId(found.fields[0] ?? 'branch')}`);
      return;
    }
    if (type === 'N') return addNew();
    const refused = fileRefusal(file);
    if (refused !== null || file === null) {
      showMessage(refused ?? '', `#${FORM} [data-file] button`);
      return;
    }
    await addOld(file);
  }

  const { working, run } = useSingleRun(add);
  function submit(): void {
    const form = document.querySelector<HTMLFormElement>(`#${FORM}`);
    if (form !== null && isReadable(form)) run();
  }
  useKeys([
    { keys: 'ctrl+enter', does: text.add, run: submit },
    { keys: 'escape', does: uiText.keys.back, run: onBack },
  ]);

  return (
    <div className={styles.form}>
      <PageHeader title={text.title} detail={text.about} />
      <Panel
        as="form"
        label={text.title}
        id={FORM}
        noValidate
        onKeyDown={enterGoesOn}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SelectField
          id={fieldId('type')}
          label={text.type}
          description={type === 'O' ? text.oldHelp : undefined}
          required
          autoFocus
          openOnFocus={false}
          choices={typeChoices}
          value={type}
          onChange={(chosen) => setType(chosen === 'O' ? 'O' : 'N')}
        />
        <BranchPicker
          id={fieldId('branch')}
          label={text.branch}
          required
          openOnFocus={false}
          preselects
          value={draft.branch === '' ? null : draft.branch}
          error={errorOf('branch')}
          onChange={(branch) => change({ branch: branch ?? '' })}
        />
        <DateInput
          id={fieldId('date')}
          label={text.date}
          required
          value={draft.date ?? ''}
          max={today()}
          error={errorOf('date')}
          onChange={(date) => change({ date })}
        />
        <TextField
          id={fieldId('cashier')}
          label={text.cashier}
          required
          autoComplete="off"
          maxLength={FLASH_LIMITS.cashier}
          value={draft.cashier}
          error={errorOf('cashier')}
          onChange={(event) => change({ cashier: event.currentTarget.value })}
        />
        <TextAreaField
          id={fieldId('remark')}
          label={text.remark}
          rows={2}
          maxLength={FLASH_LIMITS.remark}
          value={draft.remark}
          error={errorOf('remark')}
          onChange={(event) => change({ remark: event.currentTarget.value })}
        />
        {type === 'O' ? (
          <div className={styles.file} data-file>
            <span className={styles.label}>
              {text.file}{' '}
              <span className={styles.star} aria-hidden>
                *
              </span>
            </span>
            {file === null ? (
              <FileDrop
                label={text.choose}
                hint={text.hint}
                accepts={uploadOldFlash.accepts}
                onFile={setFile}
              />
            ) : (
              <span className={styles.chosen}>
                <IconPaperclip size={14} aria-hidden />
                {file.name}
                <CloseButton
                  size="sm"
                  aria-label={text.remove(file.name)}
                  disabled={uploading.part !== null}
                  onClick={() => setFile(null)}
                />
              </span>
            )}
          </div>
        ) : null}
        {uploading.part === null || file === null ? null : (
          <UploadProgress name={file.name} part={uploading.part} onCancel={uploading.cancel} />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onBack}>
            {text.back}
          </Button>
          <Button type="submit" loading={working}>
            {text.add}
          </Button>
        </Group>
      </Panel>
      {modal}
      {guard}
    </div>
  );
}
