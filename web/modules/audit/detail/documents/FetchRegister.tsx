import { IconDatabaseImport } from '@tabler/icons-react';
import { useState } from 'react';
import { fetchRegister } from '#contract/audit/registers.ts';
import type { Format } from '#domain/audit/codes.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditDetailText } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import styles from './Registers.module.css';

const text = auditDetailText.documents;
const FIELD = 'fetch-format';

export interface AddRegisterProps {
  srno: number;
  /** The registers that are still missing. */
  formats: readonly Format[];
  month: string;
  /** Called with the result in words. */
  onDone: (words: string) => void;
}

/** Fetches a register from the approved requests, for audits from April 2025 on. */
export function FetchRegister({ srno, formats, month, onDone }: AddRegisterProps) {
  const [format, setFormat] = useState<string | null>(null);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();

  async function fetchIt(): Promise<void> {
    if (format === null) {
      showMessage(AUDIT_TEXTS.noFetchFormat, `#${FIELD}`);
      return;
    }
    try {
      const register = { audit: srno, format };
      const { reply } = await call(
        fetchRegister,
        { register },
        { idempotencyKey: submission.keyFor(register) },
      );
      submission.done();
      setFormat(null);
      onDone(text.fetchedNow(format, reply.rows));
    } catch (error) {
      showProblem(error, `#${FIELD}`);
    }
  }

  return (
    <section className={styles.add} aria-label={text.add}>
      <SelectField
        id={FIELD}
        label={text.format}
        placeholder={text.select}
        choices={formats.map((value) => ({ value, label: value }))}
        value={format}
        onChange={setFormat}
        w={152}
      />
      <ActionButton
        variant="default"
        leftSection={<IconDatabaseImport size={16} aria-hidden />}
        onPress={fetchIt}
      >
        {text.fetch}
      </ActionButton>
      <p className={styles.help}>{text.fetchHelp(month)}</p>
      {modal}
    </section>
  );
}
