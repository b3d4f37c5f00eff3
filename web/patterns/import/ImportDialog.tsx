import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ImportReply } from '#contract/master.ts';
import { useProblem } from '../problem/useProblem.tsx';
import { importText } from '#web/texts/import.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Import.module.css';
import type { MasterImport } from './masterImport.ts';
import { RowErrors } from './RowErrors.tsx';
import { useImport, type ImportStage } from './useImport.ts';
import { useImportProgress } from './useImportProgress.ts';

interface ImportDialogProps {
  title: string;
  imports: MasterImport;
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

/** Imports a sheet into a master: template, sheet, preview, and then the import. */
export function ImportDialog({ title, imports, onDone, onClose }: ImportDialogProps) {
  const { stage, choose, apply } = useImport(imports, onDone);
  const [modal, showProblem] = useProblem();

  async function getTemplate(): Promise<void> {
    try {
      await imports.template();
    } catch (error) {
      showProblem(error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={importText.title(title)} width="lg">
      <div className={styles.parts}>
        {stage.is === 'done' ? null : (
          <>
            <p className={styles.intro}>{importText.intro}</p>
            <ActionButton
              variant="default"
              className={styles.template ?? ''}
              leftSection={<IconDownload size={16} aria-hidden />}
              onPress={getTemplate}
            >
              {importText.template}
            </ActionButton>
            <FileDrop
              label={stage.is === 'checked' ? importText.chooseOther : importText.choose}
              hint={importText.hint}
              accepts={imports.accepts}
              disabled={stage.is === 'sending'}
              onFile={choose}
            />
          </>
        )}
        <StageNotice stage={stage} imports={imports} />
        <Actions stage={stage} onApply={apply} onClose={onClose} />
      </div>
      {modal}
    </Dialog>
  );
}

function StageNotice({ stage, imports }: { stage: ImportStage; imports: MasterImport }) {
  switch (stage.is) {
    case 'choosing':
      return stage.refusal === null ? null : (
        <Notice meaning="refused" live>
          {stage.refusal}
        </Notice>
      );
    case 'sending':
      return <Progress stage={stage} imports={imports} />;
    case 'checked':
      return <Plan name={stage.file.name} plan={stage.plan} />;
    case 'done':
      return (
        <Notice meaning="done" live>
          {importText.done(stage.reply.added, stage.reply.changed)}
        </Notice>
      );
  }
}

interface ProgressProps {
  stage: Extract<ImportStage, { is: 'sending' }>;
  imports: MasterImport;
}

/** The progress of the upload, and then of the import. While nothing is known of it, the progress is indeterminate. */
function Progress({ stage: { file, what, part }, imports }: ProgressProps) {
  const isSent = part >= 1;
  const reached = useImportProgress(imports, isSent && what === 'apply');
  const label = isSent
    ? what === 'check'
      ? importText.checking
      : importText.applying
    : importText.sending(file.name);
  const value = isSent ? (reached === null || reached.rows === 0 ? null : reached.done / reached.rows) : part;
  return (
    <div>
      <span role="status">{label}</span>
      <progress className={styles.progress} aria-label={label} max={1} {...(value !== null && { value })} />
      {reached === null ? null : <span>{importText.reached(reached)}</span>}
    </div>
  );
}

function Plan({ name, plan }: { name: string; plan: ImportReply }) {
  const isNothing = plan.errorcount === 0 && plan.added === 0 && plan.changed === 0;
  return (
    <>
      <Notice meaning={plan.errorcount > 0 ? 'refused' : 'info'} live>
        <strong>{name}</strong>
        <br />
        {plan.errorcount > 0
          ? importText.wrong(plan.errorcount)
          : isNothing
            ? importText.nothingToDo
            : importText.plan(plan.rows, plan.added, plan.changed, plan.same)}
      </Notice>
      {plan.errors.length === 0 ? null : <RowErrors errors={plan.errors} count={plan.errorcount} />}
    </>
  );
}

interface ActionsProps {
  stage: ImportStage;
  onApply: (file: File) => Promise<void>;
  onClose: () => void;
}

function Actions({ stage, onApply, onClose }: ActionsProps) {
  const close = useRef<HTMLButtonElement>(null);
  const isDone = stage.is === 'done';
  // The focused element is gone.
  useEffect(() => {
    if (isDone) close.current?.focus();
  }, [isDone]);
  const isUseful =
    stage.is === 'checked' && stage.plan.added + stage.plan.changed + stage.plan.errorcount > 0;
  return (
    <div className={styles.actions}>
      <Button ref={close} variant="default" onClick={onClose}>
        {isDone ? uiText.common.close : uiText.common.cancel}
      </Button>
      {isUseful ? (
        <ActionButton
          disabledBecause={stage.plan.errorcount > 0 ? importText.applyDisabled : undefined}
          onPress={() => onApply(stage.file)}
        >
          {importText.apply(stage.plan.rows)}
        </ActionButton>
      ) : null}
    </div>
  );
}
