import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  endUserSessions,
  resetFactors,
  sendPasswordMail,
  unlinkProvider,
  userDetail,
} from '#contract/access/users.ts';
import { FIRST_USER, GRANT_TEXTS } from '#domain/access/grants.ts';
import { USER_TEXTS } from '#domain/access/user.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { useSession } from '#web/wire/session.ts';
import { peopleText } from '#web/texts/people.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { AsideProps } from '#web/patterns/master/master.ts';
import styles from './People.module.css';

const text = peopleText.user;

/** The last sign-in and the open sessions of a user, and the administrator's actions on them. */
export function UserAside({ srno, isReadOnly }: AsideProps) {
  const { data, refetch } = useQuery({
    queryKey: ['user', 'facts', srno],
    gcTime: 0,
    queryFn: async ({ signal }) => (await call(userDetail, { srno }, { signal })).reply,
  });
  const [asked, setAsked] = useState<'end' | 'reset' | 'unlink' | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [modal, showProblem] = useProblem();

  async function act(
    declared: typeof endUserSessions | typeof resetFactors | typeof sendPasswordMail | typeof unlinkProvider,
  ): Promise<void> {
    setDone(null);
    try {
      const { reply } = await call(declared, { srno }, { idempotencyKey: newIdempotencyKey() });
      setDone(reply.msg);
      await refetch();
    } catch (error) {
      showProblem(error);
    }
  }

  const ownSrno = useSession()?.srno;
  const isFirstUser = ownSrno === FIRST_USER;

  if (data === undefined) return null;
  const isHeld = data.mailFrom !== '' && !isFirstUser;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{text.lastSignIn}</dt>
        <dd>{data.lastSignIn === '' ? text.never : formatDateTime(Date.parse(data.lastSignIn))}</dd>
        <dt>{text.sessions}</dt>
        <dd>{data.sessions}</dd>
      </dl>
      {isReadOnly ? null : (
        <Group gap={8}>
          <ActionButton
            variant="default"
            size="xs"
            disabledBecause={
              isHeld ? USER_TEXTS.mailHeld(formatDateTime(Date.parse(data.mailFrom))) : undefined
            }
            onPress={() => act(sendPasswordMail)}
          >
            {text.sendNow}
          </ActionButton>
          <Button variant="default" size="xs" onClick={() => setAsked('end')}>
            {text.endSessions}
          </Button>
          <ActionButton
            variant="default"
            size="xs"
            disabledBecause={srno === ownSrno ? GRANT_TEXTS.ownFactors : undefined}
            onPress={() => setAsked('reset')}
          >
            {text.resetFactors}
          </ActionButton>
          {data.isLinked ? (
            <Button variant="default" size="xs" onClick={() => setAsked('unlink')}>
              {text.unlink}
            </Button>
          ) : null}
        </Group>
      )}
      {done === null ? null : (
        <Notice meaning="done" live>
          {done}
        </Notice>
      )}
      <ConfirmModal
        opened={asked === 'end'}
        title={text.endTitle}
        confirm={text.endSessions}
        danger
        onConfirm={() => act(endUserSessions)}
        onClose={() => setAsked(null)}
      >
        {text.endText}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'reset'}
        title={text.resetTitle}
        confirm={text.resetConfirm}
        danger
        onConfirm={() => act(resetFactors)}
        onClose={() => setAsked(null)}
      >
        {text.resetText}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'unlink'}
        title={text.unlinkTitle}
        confirm={text.unlink}
        danger
        onConfirm={() => act(unlinkProvider)}
        onClose={() => setAsked(null)}
      >
        {text.unlinkText}
      </ConfirmModal>
      {modal}
    </>
  );
}
