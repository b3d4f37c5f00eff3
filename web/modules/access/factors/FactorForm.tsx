import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { confirmFactor, type FactorState } from '#contract/access/factors.ts';
import { call } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { factorsText } from '#web/texts/factors.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import styles from './Factors.module.css';
import { confirmByPasskey, hasPasskeys } from './passkey.ts';

const text = factorsText.verify;
const CODE = 'factor-code';

function introOf({ hasTotp, passkeys }: FactorState): string {
  if (passkeys.length === 0) return text.intro;
  return hasTotp ? text.bothIntro : text.passkeyIntro;
}

/** Confirms the second factor: by a passkey, a code of the authenticator app or a recovery code. */
export function FactorForm({ state, onDone }: { state: FactorState; onDone: () => void }) {
  const [code, setCode] = useState('');
  const [modal, showProblem, show] = useProblem();
  const hasPasskey = state.passkeys.length > 0 && hasPasskeys();
  const passkeyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => passkeyButton.current?.focus(), []);

  async function confirm(send: () => Promise<{ done: boolean; msg: string }>): Promise<void> {
    try {
      const { done, msg } = await send();
      if (done) onDone();
      else show(msg, `#${CODE}`);
    } catch (error) {
      showProblem(error, `#${CODE}`);
    }
  }
  const { working, run } = useSingleRun(async () => {
    if (code.trim() === '') show(text.missing, `#${CODE}`);
    else await confirm(async () => (await call(confirmFactor, { code: code.trim() })).reply);
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
      <p className={styles.text}>{introOf(state)}</p>
      {hasPasskey ? (
        <ActionButton ref={passkeyButton} data-autofocus onPress={() => confirm(confirmByPasskey)}>
          {text.passkey}
        </ActionButton>
      ) : null}
      <TextField
        id={CODE}
        label={state.hasTotp ? text.code : text.recoveryCode}
        required
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        {...(hasPasskey ? {} : { 'data-autofocus': true, autoFocus: true })}
      />
      <Button type="submit" loading={working} variant={hasPasskey ? 'default' : 'filled'}>
        {text.submit}
      </Button>
      {modal}
    </form>
  );
}
