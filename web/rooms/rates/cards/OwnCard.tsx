import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rateCard } from '#contract/rates/cards.ts';
import { CARD_NOT_AVAILABLE, staffRate } from '#domain/rates/card.ts';
import { call } from '#web/app/call.ts';
import { useLetterhead } from '#web/app/letterhead.tsx';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { cardsText } from '#web/texts/cards.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MessageModal } from '#web/ui/MessageModal.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { CardSheet, isCard } from './CardSheet.tsx';

/** The card of today of the franchise whose user has signed in. */
export function OwnCard() {
  const letterhead = useLetterhead();
  const { data, error, refetch } = useQuery({
    queryKey: ['rates', 'own'],
    queryFn: async ({ signal }) =>
      (await call(rateCard, { asked: { eType: 'F', reqDate: '' } }, { signal })).reply,
  });
  const [isTold, setTold] = useState(false);
  const again = <Button onClick={() => void refetch()}>{uiText.common.retry}</Button>;
  if (error !== null && !(error instanceof SessionEndedError))
    return <EmptyState title={cardsText.failed} text={messageOf(error)} action={again} />;
  if (data !== undefined && isCard(data) && letterhead !== undefined)
    return <CardSheet rows={data} letterhead={letterhead} written={staffRate} />;
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
