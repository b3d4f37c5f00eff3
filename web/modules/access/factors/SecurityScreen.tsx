import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FactorState } from '#contract/access/factors.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { factorsText as text } from '#web/texts/factors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { factorDue, firstPath, readSession } from '#web/wire/session.ts';
import accessStyles from '../Access.module.css';
import { CodesPart } from './CodesPart.tsx';
import { FactorForm } from './FactorForm.tsx';
import styles from './Factors.module.css';
import { PasskeysPart } from './PasskeysPart.tsx';
import { SessionsPart } from './SessionsPart.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpPart } from './TotpPart.tsx';
import { useFactors, useRefreshFactors } from './useFactors.ts';
import { useProviderConfirmation } from './useProviderConfirmation.ts';

/** The second factors and the sessions of the signed-in user. A session that must confirm or set up one sees only that. */
export function SecurityScreen() {
  return (
    <QueryState query={useFactors()} failed={text.failed}>
      {(state) => (state.due === 'verify' ? <Verify state={state} /> : <Manage state={state} />)}
    </QueryState>
  );
}

/** Goes on to the first screen of a user whose session has all it needs. */
function useGoOn(): () => void {
  const navigate = useNavigate();
  return () => {
    factorDue(undefined);
    const session = readSession();
    if (session !== null) void navigate(firstPath(session), { replace: true });
  };
}

function Verify({ state }: { state: FactorState }) {
  const goOn = useGoOn();
  return (
    <div className={styles.narrow}>
      <Panel label={text.verify.title}>
        <h1 className={accessStyles.title}>{text.verify.title}</h1>
        <FactorForm state={state} onDone={goOn} />
      </Panel>
    </div>
  );
}

function Manage({ state }: { state: FactorState }) {
  const refresh = useRefreshFactors();
  const goOn = useGoOn();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const mustEnrol = readSession()?.factor !== undefined;
  const [modal, isConfirmed] = useProviderConfirmation();

  async function changed(made: readonly string[] = []): Promise<void> {
    setCodes(made);
    await refresh();
  }

  return (
    <div className={styles.parts}>
      <PageHeader
        title={text.title}
        detail={text.intro}
        primary={mustEnrol && state.due === 'none' ? <Button onClick={goOn}>{text.goOn}</Button> : null}
      />
      {mustEnrol && state.due === 'enrol' ? <Notice meaning="waiting">{text.enrol}</Notice> : null}
      {isConfirmed ? (
        <Notice meaning="done" live>
          {text.provider.done}
        </Notice>
      ) : null}
      <TotpPart state={state} onChanged={changed} />
      <PasskeysPart state={state} onChanged={changed} />
      {state.hasTotp || state.passkeys.length > 0 ? <CodesPart state={state} onMade={changed} /> : null}
      {mustEnrol ? null : <SessionsPart />}
      <RecoveryCodes
        codes={codes}
        onClose={() => {
          setCodes([]);
          if (mustEnrol) goOn();
        }}
      />
      {modal}
    </div>
  );
}
