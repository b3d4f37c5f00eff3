import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { markProblem } from '#domain/audit/discrepancy.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { TextAreaField } from '#web/ui/Field.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import type { MarkDraft } from './marks.ts';
import { PartyTypeField } from './PartyTypeField.tsx';
import styles from './Transactions.module.css';

const text = auditWorkText.mark;

interface MarkFormProps {
  row: AuditTransaction;
  /** What was typed for this row before. */
  draft: MarkDraft | undefined;
  onDraft: (draft: MarkDraft) => void;
  /** Texts that this audit has used before, to use again. */
  earlier: readonly string[];
  onMark: (partyType: string, words: string) => void;
  onCancel: () => void;
}

/** Marks one transaction as a discrepancy. A bulk purchase needs the type of the party, which is asked first. */
export function MarkForm({ row, draft, onDraft, earlier, onMark, onCancel }: MarkFormProps) {
  const hasParty = row.type === 'PB';
  const [partyType, setPartyType] = useState(
    [draft?.partyType ?? '', row.partyType].find((type) => /^[FD]$/.test(type)) ?? '',
  );
  const [words, setWords] = useState(draft?.words ?? '');
  const [modal, showMessage] = useMessage();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);

  function write(next: string): void {
    setWords(next);
    onDraft({ words: next, partyType });
  }

  function submit(): void {
    const problem = markProblem(row.type, hasParty ? partyType : '', words);
    if (problem === null) onMark(hasParty ? partyType : '', words.trim());
    else if (problem === AUDIT_TEXTS.noPartyType) showMessage(problem, '[data-party-type]');
    else showMessage(problem, field);
  }

  useKeys([
    { keys: 'ctrl+enter', does: text.submit, run: submit },
    { keys: 'escape', does: text.cancel, run: onCancel },
    ...earlier.map((sentence, index) => ({
      keys: `alt+${index + 1}`,
      does: text.useEarlier(index + 1),
      run: () => {
        write(sentence);
        field.current?.focus();
      },
    })),
  ]);

  return (
    <form
      ref={form}
      noValidate
      className={styles.markForm}
      aria-label={text.title}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3>{text.title}</h3>
      {hasParty ? (
        <PartyTypeField
          value={partyType}
          required
          autoFocus={partyType === ''}
          onChange={(type, byKey) => {
            setPartyType(type);
            if (byKey) field.current?.focus();
          }}
        />
      ) : null}
      <TextAreaField
        ref={field}
        label={text.words}
        required
        data-autofocus
        autoFocus={!hasParty || partyType !== ''}
        maxLength={AUDIT_LIMITS.discrepancy}
        classNames={{ root: styles.counted ?? '', description: styles.counter ?? '' }}
        description={text.used([...words].length, AUDIT_LIMITS.discrepancy)}
        value={words}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {earlier.length === 0 ? null : (
        <ul className={styles.earlier} aria-label={text.earlier}>
          {earlier.map((sentence, index) => (
            <li key={sentence}>
              <button
                type="button"
                title={sentence}
                onClick={() => {
                  write(sentence);
                  field.current?.focus();
                }}
              >
                <span aria-hidden className={styles.keys}>
                  <Keys keys={`alt+${index + 1}`} />
                </span>
                <span className={styles.sentence}>{sentence}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Group justify="space-between" gap={8}>
        <Button variant="default" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button
          type="submit"
          rightSection={
            <span className={styles.onPrimary}>
              <Keys keys="ctrl+enter" />
            </span>
          }
        >
          {text.submit}
        </Button>
      </Group>
      {modal}
    </form>
  );
}
