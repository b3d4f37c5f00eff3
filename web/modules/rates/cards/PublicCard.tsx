import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { publicRateCard, type KeyedRateRow } from '#contract/rates/cards.ts';
import { CARD_NOT_AVAILABLE } from '#domain/rates/card.ts';
import { call } from '#web/wire/call.ts';
import { messageOf } from '#web/wire/problems.ts';
import { cardsText } from '#web/texts/cards.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './Cards.module.css';
import { CardSheet, isCard } from './CardSheet.tsx';

/** The public card at its address. It needs no session, and a session makes no difference. */
export function PublicCard() {
  const { upkey: key = '', uptyp: type = '', upid: id = '' } = useParams();
  const [rows, setRows] = useState<readonly KeyedRateRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const leaving = new AbortController();
    call(publicRateCard, { asked: { type, id, key } }, { signal: leaving.signal }).then(
      ({ reply }) => {
        setRows(reply);
        setFailure(null);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(messageOf(error));
      },
    );
    return () => leaving.abort();
  }, [type, id, key, attempt]);

  return (
    <main className={styles.open}>
      {failure !== null ? (
        <>
          <h1 className="visually-hidden">{cardsText.title}</h1>
          <EmptyState
            title={cardsText.failed}
            text={failure}
            action={<Button onClick={() => setAttempt(attempt + 1)}>{uiText.common.retry}</Button>}
          />
        </>
      ) : rows === null ? (
        <div aria-busy />
      ) : isCard(rows) ? (
        <CardSheet rows={rows} letterhead={{ company: rows[0].companyName, lines: [] }} />
      ) : (
        <h1 className={styles.none}>{CARD_NOT_AVAILABLE}</h1>
      )}
    </main>
  );
}
