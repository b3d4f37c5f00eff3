import { Button } from '@mantine/core';
import { useState } from 'react';
import { confirmPassword } from '#contract/access/factors.ts';
import { call } from '#web/wire/call.ts';
import type { FactorError } from '#web/wire/problems.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { factorsText } from '#web/texts/factors.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { SecretField } from '../Passwords.tsx';
import { FactorForm } from './FactorForm.tsx';
import styles from './Factors.module.css';
import { useFactors } from './useFactors.ts';

interface FactorDialogProps {
  factor: FactorError['factor'];
  onAnswer: (isGiven: boolean) => void;
}

/** Asks for what a call needs before it is repeated. */
export function FactorDialog({ factor, onAnswer }: FactorDialogProps) {
  const title = factor === 'confirm' ? factorsText.verify.dialog : factorsText.password.dialog;
  return (
    <Dialog opened onClose={() => onAnswer(false)} title={title} width="sm">
      {factor === 'confirm' ? (
        <ConfirmPart onDone={() => onAnswer(true)} />
      ) : (
        <PasswordPart onDone={() => onAnswer(true)} />
      )}
    </Dialog>
  );
}

function ConfirmPart({ onDone }: { onDone: () => void }) {
  return (
    <QueryState query={useFactors()} failed={factorsText.failed}>
      {(state) => <FactorForm state={state} onDone={onDone} />}
    </QueryState>
  );
}

const PASSWORD = 'factor-password';

function PasswordPart({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [modal, showProblem, show] = useProblem();
  const { working, run } = useSingleRun(async () => {
    try {
      const { reply } = await call(confirmPassword, { password });
      if (reply.done === 1) onDone();
      else show(reply.msg, `#${PASSWORD}`);
    } catch (error) {
      showProblem(error, `#${PASSWORD}`);
    }
  });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <p className={styles.text}>{factorsText.password.intro}</p>
      <SecretField
        id={PASSWORD}
        label={factorsText.password.label}
        autoFocus
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" loading={working}>
        {factorsText.verify.submit}
      </Button>
      {modal}
    </form>
  );
}
