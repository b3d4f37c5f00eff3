import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { changePassword } from '#contract/access/session.ts';
import type { ReplyOf } from '#contract/define.ts';
import { MESSAGES } from '#domain/messages.ts';
import { call } from '#web/app/call.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { firstPath, passwordChanged, readSession, useSession } from '#web/app/session.ts';
import { accessText } from '#web/texts/access.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import styles from './Access.module.css';
import { AccessForm } from './AccessPage.tsx';
import { newPasswordProblem } from './newPassword.ts';
import { NewPasswordFields, Policy, SecretField } from './Passwords.tsx';

const text = accessText.change;
const FIELD = { new: 'change-new', confirm: 'change-confirm', old: 'change-old' } as const;

/** Where a change of password leads: to new requests first, then to those under way, else to the first screen. */
export function pathAfterChange({
  newr,
  inpro,
}: Pick<ReplyOf<typeof changePassword>, 'newr' | 'inpro'>): string {
  if (newr === 1) return '/new-request';
  if (inpro === 1) return '/in-progress';
  const session = readSession();
  return session === null ? '/' : firstPath(session);
}

/** The own password, changed by choice or because it must be. */
export function ChangePassword() {
  const navigate = useNavigate();
  const isForced = useSession()?.chg_pw_on_logon === 1;
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [old, setOld] = useState('');
  const [modal, show] = useMessage();

  const { working, run } = useSingleRun(async () => {
    // Trimmed as sign-in trims, or a space at the end would lock its owner out.
    const chosen = password.trim();
    const found = newPasswordProblem(chosen, confirm.trim());
    if (found !== null) {
      show(found.text, `#${FIELD[found.field]}`);
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
      if (!(error instanceof SessionEndedError)) show(messageOf(error), `#${FIELD.old}`);
    }
  });

  return (
    <div className={styles.change} data-forced={isForced}>
      <AccessForm title={text.title} intro={isForced ? text.forced : undefined} onSubmit={run}>
        <NewPasswordFields
          ids={FIELD}
          password={password}
          confirm={confirm}
          onPassword={setPassword}
          onConfirm={setConfirm}
        />
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
