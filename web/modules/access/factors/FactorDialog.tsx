import { Button } from '@mantine/core';
import { useState } from 'react';
import { confirmPassword } from '#contract/access/factors.ts';
import { call } from '#web/wire/call.ts';
import { providerName } from '#web/wire/provider.ts';
import { CONFIRM_AT_PROVIDER, rememberPlace } from './providerConfirmation.ts';
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
  // The provider may have been switched off since; the password works then.
  const provider = factor === 'provider' ? providerName() : '';
  const title = {
    confirm: factorsText.verify.dialog,
    password: factorsText.password.dialog,
    provider: provider === '' ? factorsText.password.dialog : factorsText.provider.dialog,
  }[factor];
  return (
    <Dialog opened onClose={() => onAnswer(false)} title={title} width="sm">
      {factor === 'confirm' ? (
        <ConfirmPart onDone={() => onAnswer(true)} />
      ) : (
        <>
          {provider === '' ? null : <ProviderPart name={provider} />}
          <PasswordPart
            intro={provider === '' ? factorsText.password.intro : factorsText.provider.orPassword}
            isFirst={provider === ''}
            onDone={() => onAnswer(true)}
          />
        </>
      )}
    </Dialog>
  );
}

/** Leads to the identity provider, which leads back to Sign-in Security. */
function ProviderPart({ name }: { name: string }) {
  return (
    <div className={styles.form}>
      <p className={styles.text}>{factorsText.provider.intro}</p>
      <Button component="a" href={CONFIRM_AT_PROVIDER} data-autofocus onClick={rememberPlace}>
        {factorsText.provider.submit(name)}
      </Button>
    </div>
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

interface PasswordPartProps {
  intro: string;
  isFirst: boolean;
  onDone: () => void;
}

function PasswordPart({ intro, isFirst, onDone }: PasswordPartProps) {
  const [password, setPassword] = useState('');
  const [modal, showProblem, show] = useProblem();
  const { working, run } = useSingleRun(async () => {
    try {
      const { reply } = await call(confirmPassword, { password });
      if (reply.done) onDone();
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
      <p className={styles.text}>{intro}</p>
      <SecretField
        id={PASSWORD}
        label={factorsText.password.label}
        autoFocus={isFirst}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" loading={working} variant={isFirst ? 'filled' : 'default'}>
        {factorsText.verify.submit}
      </Button>
      {modal}
    </form>
  );
}
