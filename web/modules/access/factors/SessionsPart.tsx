import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endOwnSessions, ownSessions, type OwnSession } from '#contract/access/own-sessions.ts';
import { formatDateTime } from '#domain/dates.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { factorsText } from '#web/texts/factors.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { call } from '#web/wire/call.ts';
import { FactorPart } from './FactorPart.tsx';
import styles from './Factors.module.css';
import { useChange } from './useChange.ts';

const text = factorsText.sessions;

/** Where the user is signed in now. Another session can be ended, or all others. */
export function SessionsPart() {
  const query = useQuery({
    queryKey: ['own sessions'],
    queryFn: async ({ signal }) => (await call(ownSessions, {}, { signal })).reply.sessions,
  });
  const [asked, setAsked] = useState<OwnSession | 'all' | null>(null);
  const [modal, change] = useChange(async () => void (await query.refetch()));
  return (
    <FactorPart title={text.title} text={text.text}>
      <QueryState query={query} failed={text.failed}>
        {(sessions) => (
          <>
            <Sessions sessions={sessions} onEnd={setAsked} />
            {sessions.length > 1 ? (
              <Group>
                <Button variant="default" onClick={() => setAsked('all')}>
                  {text.endAll}
                </Button>
              </Group>
            ) : null}
          </>
        )}
      </QueryState>
      <ConfirmModal
        opened={asked !== null}
        title={asked === 'all' || asked === null ? text.endAllTitle : text.endTitle(asked.device)}
        confirm={asked === 'all' ? text.endAll : text.end}
        danger
        onConfirm={async () => {
          if (asked !== null)
            await change(() => call(endOwnSessions, { id: asked === 'all' ? '' : asked.id }));
        }}
        onClose={() => setAsked(null)}
      >
        {text.endText}
      </ConfirmModal>
      {modal}
    </FactorPart>
  );
}

interface SessionsProps {
  sessions: readonly OwnSession[];
  onEnd: (session: OwnSession) => void;
}

function Sessions({ sessions, onEnd }: SessionsProps) {
  return (
    <PlainTable label={text.title} className={styles.sessions}>
      <thead>
        <tr>
          <th scope="col">{text.device}</th>
          <th scope="col">{text.used}</th>
          <th scope="col">
            <span className="visually-hidden">{text.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <th scope="row">
              {session.device}
              <p className={styles.text}>
                {text.from(session.address, formatDateTime(Date.parse(session.started)))}
              </p>
            </th>
            <td>{formatDateTime(Date.parse(session.used))}</td>
            <td>
              {session.isOwn ? (
                <StatusBadge meaning="info">{text.own}</StatusBadge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${text.end}: ${session.device}`}
                  onClick={() => onEnd(session)}
                >
                  {text.end}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
