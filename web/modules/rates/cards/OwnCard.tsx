import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rateCard } from '#contract/rates/cards.ts';
import { CARD_NOT_AVAILABLE } from '#domain/rates/card.ts';
import { call } from '#web/wire/call.ts';
import { useLetterhead } from '#web/patterns/letterhead.tsx';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { userMessage } from '#web/wire/problems.ts';
import { cardsText } from '#web/texts/cards.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MessageModal } from '#web/ui/MessageModal.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { CardSheet, isCard } from './CardSheet.tsx';

/** Today's card of the signed-in user's franchise. */
export function OwnCard() {
  const letterhead = useLetterhead();
  const { data, error, refetch } = useQuery({
    queryKey: ['rates', 'own'],
    queryFn: async ({ signal }) =>
      (await call(rateCard, { asked: { type: 'F', date: '' } }, { signal })).reply,
  });
  const [isTold, setTold] = useState(false);
  const again = <Button onClick={() => void refetch()}>{uiText.common.retry}</Button>;
  if (userMessage(error) !== null)
    return <QueryFailed title={cardsText.failed} error={error} onRetry={refetch} />;
  if (data !== undefined && isCard(data) && letterhead !== undefined)
    return <CardSheet rows={data} letterhead={letterhead} />;
  return (
    <>
      <PageHeader title={cardsText.title} />
      {data?.length === 0 ? (
        <>
          <EmptyState title={CARD_NOT_AVAILABLE} text={cardsText.ownNone} action={again} />
          <MessageModal
            message={isTold ? null : { text: CARD_NOT_AVAILABLE }}
            onClose={() => setTold(true)}
          />
        </>
      ) : (
        <div aria-busy />
      )}
    </>
  );
}
