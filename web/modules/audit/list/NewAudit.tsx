import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createAudit } from '#contract/audit/audit.ts';
import {
  AUDIT_LIMITS,
  isAuditMonth,
  newAuditProblem,
  type NewAudit as Draft,
  type NewAuditField,
} from '#domain/audit/audit.ts';
import { MONTH_NAMES } from '#domain/audit/codes.ts';
import { isoDate } from '#domain/dates.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { auditText } from '#web/texts/audit.ts';
import { uiText } from '#web/texts/ui.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { enterGoesOn } from '#web/ui/enterGoesOn.ts';
import { TextField } from '#web/ui/Field.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { isReadable } from '#web/ui/readable.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { AUDIT_LIST, auditChoicesQuery } from '../auditQueries.ts';
import styles from './NewAudit.module.css';

const text = auditText.form;
const FORM = 'new-audit';
const fieldId = (field: NewAuditField | 'year') => `${FORM}-${field}`;

interface NewAuditProps {
  onStarted: (srno: number) => void;
  onBack: () => void;
}

/** The form that starts the audit of a branch and a month. */
export function NewAudit(props: NewAuditProps) {
  const query = useQuery(auditChoicesQuery);
  return (
    <>
      <PageHeader title={text.title} detail={text.about} />
      <QueryState query={query} failed={auditText.form.title}>
        {(choices) => <NewAuditForm {...props} {...choices} />}
      </QueryState>
    </>
  );
}

interface FormProps extends NewAuditProps {
  years: readonly number[];
  today: string;
}

function NewAuditForm({ years, today: given, onStarted, onBack }: FormProps) {
  const today = isoDate(given);
  const firstYear = Math.min(...years);
  const blank: Draft = {
    branch: '',
    year: Math.max(...years),
    month: null,
    date: today,
    cashier: '',
    manager: '',
  };
  const [draft, setDraft] = useState(blank);
  const [isAsked, setAsked] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();
  const client = useQueryClient();
  const isDirty = !isStarted && (draft.month !== null || draft.cashier !== '' || draft.manager !== '');
  const guard = useUnsavedGuard(isDirty, 'view');

  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));
  const problem = isAsked ? newAuditProblem(draft, firstYear, today) : null;
  const errorOf = (field: NewAuditField) => (problem?.fields.includes(field) ? text.missing : undefined);

  async function start(): Promise<void> {
    setAsked(true);
    const found = newAuditProblem(draft, firstYear, today);
    if (found !== null) {
      showMessage(found.message, `#${fieldId(found.fields[0] ?? 'branch')}`);
      return;
    }
    const { branch, year, month, date, cashier, manager } = draft;
    const audit = {
      branch,
      year: year ?? '',
      month: month ?? '',
      date: date ?? '',
      cashier,
      manager,
    } as const;
    try {
      const { reply } = await call(createAudit, { audit }, { idempotencyKey: submission.keyFor(audit) });
      submission.done();
      // Takes effect before the address changes, so that nobody is asked about unsaved changes.
      flushSync(() => setStarted(true));
      void client.invalidateQueries({ queryKey: AUDIT_LIST });
      onStarted(reply.srno);
    } catch (error) {
      showProblem(error, `#${fieldId('branch')}`);
    }
  }

  const { working, run } = useSingleRun(start);
  function submit(): void {
    const form = document.querySelector<HTMLFormElement>(`#${FORM}`);
    if (form !== null && isReadable(form)) run();
  }
  useKeys([
    { keys: 'ctrl+enter', does: text.start, run: submit },
    { keys: 'escape', does: uiText.keys.back, run: onBack },
  ]);

  return (
    <div className={styles.form}>
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
        <BranchPicker
          id={fieldId('branch')}
          label={text.branch}
          required
          autoFocus
          openOnFocus={false}
          preselects
          value={draft.branch === '' ? null : draft.branch}
          error={errorOf('branch')}
          onChange={(branch) => change({ branch: branch ?? '' })}
        />
        <div className={styles.pair}>
          <SelectField
            id={fieldId('year')}
            label={text.year}
            required
            choices={years.map((year) => ({ value: String(year), label: String(year) }))}
            value={draft.year === null ? null : String(draft.year)}
            onChange={(year) => change({ year: year === null ? null : Number(year) })}
          />
          <SelectField
            id={fieldId('month')}
            label={text.month}
            required
            choices={MONTH_NAMES.map((label, index) => ({
              value: String(index + 1),
              label,
              disabled: !isAuditMonth(draft.year, index + 1, firstYear, today),
            }))}
            value={draft.month === null ? null : String(draft.month)}
            error={errorOf('month')}
            onChange={(month) => change({ month: month === null ? null : Number(month) })}
          />
        </div>
        <DateInput
          id={fieldId('date')}
          label={text.date}
          description={text.dateHelp}
          value={draft.date ?? ''}
          max={today}
          error={problem?.fields.includes('date') ? problem.message : undefined}
          onChange={(date) => change({ date })}
        />
        {(['cashier', 'manager'] as const).map((field) => (
          <TextField
            key={field}
            id={fieldId(field)}
            label={text[field]}
            required
            autoComplete="off"
            maxLength={AUDIT_LIMITS.name}
            value={draft[field]}
            error={errorOf(field)}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onBack}>
            {text.back}
          </Button>
          <Button type="submit" loading={working}>
            {text.start}
          </Button>
        </Group>
      </Panel>
      {modal}
      {guard}
    </div>
  );
}
