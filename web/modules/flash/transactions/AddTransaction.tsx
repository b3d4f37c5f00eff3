import { Button } from '@mantine/core';
import { useState } from 'react';
import { addFlashTransaction } from '#contract/flash/transactions.ts';
import { SALE_TYPE_WORDS, SALE_TYPES } from '#domain/flash/codes.ts';
import { FLASH_LIMITS, transactionProblem } from '#domain/flash/flash.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { flashText } from '#web/texts/flash.ts';
import { TextField } from '#web/ui/Field.tsx';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import styles from './Transactions.module.css';

const text = flashText.transactions;
const FORM = 'flash-transaction';
const idOf = (field: 'type' | 'number' | 'document') => `${FORM}-${field}`;
const typeChoices = SALE_TYPES.map((value) => ({ value, label: SALE_TYPE_WORDS[value] }));

interface AddTransactionProps {
  srno: number;
  /** Called with the name of the transaction. */
  onAdded: (name: string) => Promise<unknown>;
}

/** Adds a transaction whose papers were looked at. The type stays for the next one. */
export function AddTransaction({ srno, onAdded }: AddTransactionProps) {
  const [saleType, setSaleType] = useState('');
  const [number, setNumber] = useState('');
  const [document, setDocument] = useState('');
  const [isTried, setTried] = useState(false);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();
  const missing = (value: string) => (isTried && value.trim() === '' ? text.missing : undefined);

  const { working, run } = useSingleRun(async () => {
    setTried(true);
    const problem = transactionProblem({ saleType, number, document });
    if (problem !== null) {
      showMessage(problem, `#${idOf(saleType === '' ? 'type' : 'number')}`);
      return;
    }
    const transaction = {
      audit: srno,
      number: number.trim(),
      document: document.trim(),
      saleType,
    };
    try {
      await call(addFlashTransaction, { transaction }, { idempotencyKey: submission.keyFor(transaction) });
      submission.done();
    } catch (error) {
      showProblem(error, `#${idOf('number')}`);
      return;
    }
    setNumber('');
    setDocument('');
    setTried(false);
    focusOn(`#${idOf('number')}`);
    await onAdded(text.nameOf(saleType, number.trim()));
  });

  return (
    <form
      id={FORM}
      className={styles.add}
      aria-label={text.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <SelectField
        id={idOf('type')}
        label={text.type}
        required
        choices={typeChoices}
        value={saleType === '' ? null : saleType}
        error={missing(saleType)}
        onChange={(value) => setSaleType(value ?? '')}
      />
      <TextField
        id={idOf('number')}
        label={text.number}
        required
        autoComplete="off"
        maxLength={FLASH_LIMITS.number}
        value={number}
        error={missing(number)}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <TextField
        id={idOf('document')}
        label={text.document}
        placeholder={text.documentHelp}
        autoComplete="off"
        maxLength={FLASH_LIMITS.document}
        value={document}
        onChange={(event) => setDocument(event.currentTarget.value)}
      />
      <Button type="submit" loading={working}>
        {text.submit}
      </Button>
      {modal}
    </form>
  );
}
