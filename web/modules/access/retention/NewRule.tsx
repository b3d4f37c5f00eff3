import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { retentionDecide, type RetentionRule } from '#contract/access/retention.ts';
import { MAX_REASON_CHARS } from '#domain/access/retention.ts';
import { formatDate, type IsoDate } from '#domain/dates.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { retentionText } from '#web/texts/retention.ts';
import { uiText } from '#web/texts/ui.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { isReadable } from '#web/ui/readable.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { today } from '#web/ui/today.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import styles from './Retention.module.css';

const text = retentionText.newRule;
const DAYS = { kind: 'numeric', maxChars: 5 } as const;

interface NewRuleProps {
  rules: readonly RetentionRule[];
  /** The first day of a rule that keeps less than the one before it. */
  shorterFrom: IsoDate;
  /** Called with the result message. */
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Decides for how long one kind of record is kept from a day on. */
export function NewRule({ rules, shorterFrom, onDone, onClose }: NewRuleProps) {
  const [subject, setSubject] = useState<string | null>(null);
  const [days, setDays] = useState('');
  const [since, setSince] = useState<string>(today());
  const [basis, setBasis] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem] = useProblem();
  const chosen = rules.find((rule) => rule.subject === subject);
  const isComplete = chosen !== undefined && days !== '' && since !== '' && basis.trim() !== '';
  const missing = (isThere: boolean) => (attempts > 0 && !isThere ? text.missing : undefined);
  const { working, run } = useSingleRun(async () => {
    setAttempts((before) => before + 1);
    if (!isComplete) return;
    const rule = { subject: chosen.subject, since, days: Number(days), basis };
    try {
      const { reply } = await call(retentionDecide, { rule }, { idempotencyKey: submission.keyFor(rule) });
      onDone(reply.msg);
      onClose();
    } catch (error) {
      showProblem(error);
    }
  });
  // The first field that is missing gets the focus, at each attempt.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  // Whatever is older than a shorter rule goes in its first night, and does not come back with a longer one.
  const isShorter = chosen !== undefined && days !== '' && Number(days) < chosen.days;
  return (
    <Dialog opened onClose={onClose} title={text.title}>
      <form
        ref={form}
        noValidate
        className={styles.newRule}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReadable(event.currentTarget)) run();
        }}
      >
        <SelectField
          label={retentionText.subject}
          required
          choices={rules
            .filter(({ doneBy }) => doneBy !== 'nobody')
            .map((rule) => ({ value: rule.subject, label: rule.title }))}
          value={subject}
          error={missing(subject !== null)}
          onChange={setSubject}
        />
        <TextField
          label={text.days}
          description={
            chosen === undefined
              ? text.daysHelp
              : text.now(retentionText.days(chosen.days), retentionText.days(chosen.leastDays))
          }
          required
          inputMode="numeric"
          filter={DAYS}
          value={days}
          error={missing(days !== '')}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <DateInput
          label={text.since}
          required
          min={today()}
          value={since}
          error={missing(since !== '')}
          onChange={(date) => setSince(date ?? '')}
        />
        <TextAreaField
          label={retentionText.basis}
          description={text.basisHelp}
          required
          maxLength={MAX_REASON_CHARS}
          value={basis}
          error={missing(basis.trim() !== '')}
          onChange={(event) => setBasis(event.currentTarget.value)}
        />
        {isShorter ? (
          <Notice meaning="waiting" live>
            {text.shorter(formatDate(shorterFrom))}
          </Notice>
        ) : null}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose} disabled={working}>
            {uiText.common.cancel}
          </Button>
          <Button type="submit" loading={working}>
            {text.confirm}
          </Button>
        </Group>
      </form>
      {modal}
    </Dialog>
  );
}
