import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { addDiscrepancy } from '#contract/audit/transactions.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { MASTER_TYPES, MASTER_TYPE_WORDS, type MasterType } from '#domain/audit/codes.ts';
import { discrepancyProblem } from '#domain/audit/discrepancy.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { TextAreaField, TextField } from '#web/ui/Field.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useSession } from '#web/wire/session.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import styles from './Discrepancies.module.css';

const { master: text, add } = auditWorkText;
const FORM = 'add-master-discrepancy';
const NOTHING = { masterType: '', partyName: '', document: '', words: '' };
const typeChoices = MASTER_TYPES.map((value) => ({ value, label: MASTER_TYPE_WORDS[value] }));

/** The master documents of each kind of party. */
const DOCUMENTS_OF = { C: 'corporateKinds', D: 'dealerKinds', F: 'franchiseKinds' } as const satisfies Record<
  MasterType,
  keyof AuditDetail
>;

interface AddMasterDiscrepancyProps {
  detail: AuditDetail;
  onAdded: (party: string) => void;
  onClose: () => void;
}

/** Adds a discrepancy of the file of a party. */
export function AddMasterDiscrepancy({ detail, onAdded, onClose }: AddMasterDiscrepancyProps) {
  const choosesDocument = useSession()?.srno === 1;
  const [typed, setTyped] = useState(NOTHING);
  const [isTried, setTried] = useState(false);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();
  const set = (some: Partial<typeof NOTHING>) => setTyped({ ...typed, ...some });
  const { partyName, document, words } = typed;
  const masterType = MASTER_TYPES.find((each) => each === typed.masterType);
  const missing = (value: string) => (isTried && value.trim() === '' ? add.missing : undefined);

  const { working, run } = useSingleRun(async () => {
    setTried(true);
    const problem = discrepancyProblem({
      kind: 'M',
      type: '',
      typeSub: '',
      number: '',
      purpose: '',
      partyType: '',
      masterType: masterType ?? '',
      partyName,
      words,
    });
    if (problem !== null) {
      showMessage(problem, `#${FORM} [aria-invalid="true"]`);
      return;
    }
    const discrepancy = {
      audit: detail.header.srno,
      kind: 'M' as const,
      masterType: masterType ?? '',
      masterDocument: document,
      partyName: partyName.trim(),
      words: words.trim(),
      status: 'P',
    };
    try {
      await call(addDiscrepancy, { discrepancy }, { idempotencyKey: submission.keyFor(discrepancy) });
      submission.done();
      onAdded(partyName.trim());
    } catch (error) {
      showProblem(error);
    }
  });
  useKeys([
    { keys: 'ctrl+enter', does: add.save, run },
    { keys: 'escape', does: add.cancel, run: onClose },
  ]);

  return (
    <SidePanel label={add.title} title={add.title} close={{ label: add.cancel, onPress: onClose }}>
      <form
        id={FORM}
        noValidate
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <SelectField
          label={text.type}
          required
          autoFocus
          openOnFocus={false}
          choices={typeChoices}
          value={masterType ?? null}
          error={missing(typed.masterType)}
          onChange={(value) => set({ masterType: value ?? '', document: '' })}
        />
        <TextField
          label={text.partyName}
          required
          autoComplete="off"
          maxLength={AUDIT_LIMITS.party}
          value={partyName}
          error={missing(partyName)}
          onChange={(event) => set({ partyName: event.currentTarget.value })}
        />
        {choosesDocument && masterType !== undefined ? (
          <SelectField
            label={text.document}
            choices={detail[DOCUMENTS_OF[masterType]].map(({ value, name }) => ({ value, label: name }))}
            value={document === '' ? null : document}
            onChange={(value) => set({ document: value ?? '' })}
          />
        ) : null}
        <TextAreaField
          label={text.words}
          required
          maxLength={AUDIT_LIMITS.discrepancy}
          value={words}
          error={missing(words)}
          onChange={(event) => set({ words: event.currentTarget.value })}
        />
        <Group justify="space-between" gap={8}>
          <Button variant="default" onClick={onClose}>
            {add.cancel}
          </Button>
          <ActionButton onPress={run} busy={working}>
            {add.save}
          </ActionButton>
        </Group>
      </form>
      {modal}
    </SidePanel>
  );
}
