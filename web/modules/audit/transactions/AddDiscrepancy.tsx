import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { addDiscrepancy } from '#contract/audit/transactions.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { monthOfYear, PARTNERS, TRANSACTION_TYPES, TRANSACTION_TYPE_WORDS } from '#domain/audit/codes.ts';
import { discrepancyProblem } from '#domain/audit/discrepancy.ts';
import { boundsOfMonth } from '#domain/audit/registers.ts';
import { addDays, readIsoDate, type IsoDate } from '#domain/dates.ts';
import type { InputFilter } from '#domain/input.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { PurposePicker } from '#web/pickers/PurposePicker.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { DateInput } from '#web/ui/DateInput.tsx';
import { TextAreaField, TextField } from '#web/ui/Field.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { isReadable } from '#web/ui/readable.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { PartyTypeField } from './PartyTypeField.tsx';
import styles from './Transactions.module.css';

const text = auditWorkText.add;
const NUMBER: InputFilter = { kind: 'numeric', maxChars: AUDIT_LIMITS.number };
const NOTHING = { type: '', typeSub: '', number: '', date: '', purpose: '', partyType: '', words: '' };
const FORM = 'add-discrepancy';

const typeChoices = TRANSACTION_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_WORDS[value] }));
const partnerChoices = PARTNERS.map((value) => ({ value, label: value }));

interface Added {
  readonly type: string;
  readonly number: string;
  /** Null if none was typed. */
  readonly day: IsoDate | null;
  readonly words: string;
  readonly lineNo: number;
}

interface AddDiscrepancyProps {
  audit: Pick<AuditDetail['header'], 'srno' | 'year' | 'month'>;
  /** The day of a transaction that is in the list, by type and number. */
  dayOf: (type: string, number: string) => IsoDate | null;
  onAdded: (added: Added) => void;
  onClose: () => void;
}

/** Adds a discrepancy by hand: of a transaction of the list, which it marks, or of one that is not there. */
export function AddDiscrepancy({ audit, dayOf, onAdded, onClose }: AddDiscrepancyProps) {
  const { srno, year, month } = audit;
  const { from, before } = boundsOfMonth(year, month);
  const [typed, setTyped] = useState(NOTHING);
  const [isTried, setTried] = useState(false);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();
  const form = useRef<HTMLFormElement>(null);
  const set = (some: Partial<typeof NOTHING>) => setTyped({ ...typed, ...some });
  const { type, typeSub, number, date, purpose, partyType, words } = typed;
  const isMissing = (value: string) => isTried && value.trim() === '';
  const missing = (value: string) => (isMissing(value) ? text.missing : undefined);

  const { working, run } = useSingleRun(async () => {
    setTried(true);
    if (form.current === null || !isReadable(form.current)) return;
    const draft = {
      kind: 'T',
      type,
      typeSub,
      number,
      purpose,
      partyType,
      masterType: '',
      partyName: '',
      words,
    } as const;
    const problem = discrepancyProblem(draft);
    if (problem !== null) {
      showMessage(problem, `#${FORM} [aria-invalid="true"]`);
      return;
    }
    const discrepancy = {
      audit: srno,
      type,
      date,
      number,
      purpose: type === 'SP' ? purpose : '',
      words: words.trim(),
      partyType: type === 'PB' ? partyType : '',
      typeSub: type === 'MT' ? typeSub : '',
      kind: 'T' as const,
      status: 'P',
    };
    try {
      const { reply } = await call(
        addDiscrepancy,
        { discrepancy },
        { idempotencyKey: submission.keyFor(discrepancy) },
      );
      submission.done();
      onAdded({ type, number, day: readIsoDate(date), words: words.trim(), lineNo: reply.lineNo });
    } catch (error) {
      showProblem(error);
    }
  });
  useKeys([
    { keys: 'ctrl+enter', does: text.save, run },
    { keys: 'escape', does: text.cancel, run: onClose },
  ]);

  return (
    <SidePanel label={text.title} title={text.title} close={{ label: text.cancel, onPress: onClose }}>
      <form
        ref={form}
        id={FORM}
        noValidate
        className={styles.addForm}
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
          value={type === '' ? null : type}
          error={missing(type)}
          onChange={(value) => set({ type: value ?? '' })}
        />
        {type === 'MT' ? (
          <SelectField
            label={text.partner}
            required
            choices={partnerChoices}
            value={typeSub === '' ? null : typeSub}
            error={missing(typeSub)}
            onChange={(value) => set({ typeSub: value ?? '' })}
          />
        ) : null}
        <TextField
          label={text.number}
          required
          inputMode="numeric"
          autoComplete="off"
          filter={NUMBER}
          value={number}
          error={isTried && Number(number) < 1 ? text.noNumber : undefined}
          onChange={(event) => set({ number: event.currentTarget.value })}
          onBlur={() => date === '' && set({ date: dayOf(type, number) ?? '' })}
        />
        <DateInput
          label={text.date}
          description={text.dateHelp(monthOfYear(year, month))}
          min={from}
          max={addDays(before, -1)}
          value={date}
          onChange={(_, written) => set({ date: written })}
        />
        {type === 'SP' ? (
          <PurposePicker
            label={text.purpose}
            required
            value={purpose === '' ? null : purpose}
            error={missing(purpose)}
            onChange={(value) => set({ purpose: value ?? '' })}
          />
        ) : null}
        {type === 'PB' ? (
          <PartyTypeField value={partyType} onChange={(value) => set({ partyType: value })} />
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
            {text.cancel}
          </Button>
          <ActionButton onPress={run} busy={working}>
            {text.save}
          </ActionButton>
        </Group>
      </form>
      {modal}
    </SidePanel>
  );
}
