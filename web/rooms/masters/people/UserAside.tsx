import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endUserSessions, sendPasswordMail, userDetail } from '#contract/access/users.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call, newIdempotencyKey } from '#web/app/call.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { peopleText } from '#web/texts/people.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { AsideProps } from '../master.ts';
import styles from './People.module.css';

const text = peopleText.user;

/** When a user was last here and is here now, and what an administrator can do about it. */
export function UserAside({ srno, isReadOnly }: AsideProps) {
  const { data, refetch } = useQuery({
    queryKey: ['user', 'facts', srno],
    gcTime: 0,
    queryFn: async ({ signal }) => (await call(userDetail, { srno }, { signal })).reply,
  });
  const [isEnding, setEnding] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [modal, showMessage] = useMessage();

  async function act(declared: typeof endUserSessions | typeof sendPasswordMail): Promise<void> {
    setDone(null);
    try {
      const { reply } = await call(declared, { srno }, { idempotencyKey: newIdempotencyKey() });
      setDone(reply.msg);
      await refetch();
    } catch (error) {
      if (!(error instanceof SessionEndedError)) showMessage(messageOf(error));
    }
  }

  if (data === undefined) return null;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{text.lastSignIn}</dt>
        <dd>{data.umLastSignIn === '' ? text.never : formatDateTime(Date.parse(data.umLastSignIn))}</dd>
        <dt>{text.sessions}</dt>
        <dd>{data.umSessions}</dd>
      </dl>
      {isReadOnly ? null : (
        <Group gap={8}>
          <ActionButton variant="default" size="xs" onPress={() => act(sendPasswordMail)}>
            {text.sendNow}
          </ActionButton>
          <Button variant="default" size="xs" onClick={() => setEnding(true)}>
            {text.endSessions}
          </Button>
        </Group>
      )}
      {done === null ? null : (
        <Notice meaning="done" live>
          {done}
        </Notice>
      )}
      <ConfirmModal
        opened={isEnding}
        title={text.endTitle}
        confirm={text.endSessions}
        danger
        onConfirm={() => act(endUserSessions)}
        onClose={() => setEnding(false)}
      >
        {text.endText}
      </ConfirmModal>
      {modal}
    </>
  );
}
