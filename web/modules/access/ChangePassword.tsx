import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { changePassword } from '#contract/access/session.ts';
import type { ReplyOf } from '#contract/define.ts';
import { MESSAGES } from '#domain/messages.ts';
import { call } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { firstPath, passwordChanged, readSession, useSession } from '#web/wire/session.ts';
import { accessText } from '#web/texts/access.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import styles from './Access.module.css';
import { AccessForm } from './AccessPage.tsx';
import { Policy, SecretField, useNewPassword } from './Passwords.tsx';

const text = accessText.change;
const FIELD = { new: 'change-new', confirm: 'change-confirm', old: 'change-old' } as const;

/** The path after a change of password: new requests first, then requests in progress, otherwise the first screen. */
export function pathAfterChange({
  seesNew,
  seesInProgress,
}: Pick<ReplyOf<typeof changePassword>, 'seesNew' | 'seesInProgress'>): string {
  if (seesNew) return '/new-request';
  if (seesInProgress) return '/in-progress';
  const session = readSession();
  return session === null ? '/' : firstPath(session);
}

/** The user's own password, changed by choice or because it is required. */
export function ChangePassword() {
  const navigate = useNavigate();
  const isForced = useSession()?.chg_pw_on_logon === 1;
  const { fields, password, chosen, problem } = useNewPassword(FIELD);
  const [old, setOld] = useState('');
  const [modal, showProblem, show] = useProblem();

  const { working, run } = useSingleRun(async () => {
    if (problem !== null) {
      show(problem.text, problem.focus);
      return;
    }
    if (old.trim() === '') {
      show(MESSAGES.MSG0006, `#${FIELD.old}`);
      return;
    }
    try {
      const { reply } = await call(changePassword, {
        passwords: { old: old.trim(), new: chosen, rnew: chosen },
      });
      passwordChanged();
      await navigate(pathAfterChange(reply), { replace: true });
    } catch (error) {
      showProblem(error, `#${FIELD.old}`);
    }
  });

  return (
    <div className={styles.change} data-forced={isForced}>
      <AccessForm title={text.title} intro={isForced ? text.forced : undefined} onSubmit={run}>
        {fields}
        <SecretField
          id={FIELD.old}
          label={text.old}
          autoComplete="current-password"
          value={old}
          onChange={setOld}
        />
        <Policy password={password} />
        <div className={styles.actions}>
          <Button type="submit" loading={working}>
            {text.submit}
          </Button>
        </div>
      </AccessForm>
      {modal}
    </div>
  );
}
