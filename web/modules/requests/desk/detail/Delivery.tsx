import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { deliverySteps, type DeliverySteps } from '#contract/notes/delivery.ts';
import type { RequestDetail } from '#contract/requests/desk.ts';
import type { DeliveryStep } from '#domain/notes/steps.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { call } from '#web/wire/call.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';
import { userMessage } from '#web/wire/problems.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { DeliveryQuestion } from './DeliveryQuestion.tsx';
import { isSold, leadsToCnOut, noteLinesOf, offeredSteps, stepWord } from './lastSteps.ts';
import own from './Delivery.module.css';
import styles from './Detail.module.css';
import { useDeliveryRights } from './useDeliveryRights.ts';
import type { RequestActs } from './useRequestActs.tsx';

const text = requestDetailText.delivery;

interface DeliveryProps {
  request: RequestDetail;
  acts: RequestActs;
  onDone: (msg: string) => void;
}

/** The last steps of an approved request, and where its notes are. */
export function Delivery({ request, acts, onDone }: DeliveryProps) {
  const { detail } = request;
  const rights = useDeliveryRights();
  const [asked, setAsked] = useState<DeliveryStep | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: requestKeys.steps(detail.srno, detail.status),
    queryFn: async ({ signal }) => (await call(deliverySteps, { srno: detail.srno }, { signal })).reply,
  });
  const said = userMessage(error);
  return (
    <section className={styles.part} aria-label={text.title} aria-busy={data === undefined && said === null}>
      <h2>{text.title}</h2>
      {said === null ? null : (
        <p className={styles.none}>
          {text.failed} {said}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {uiText.common.retry}
          </Button>
        </p>
      )}
      {data === undefined ? null : (
        <>
          <WhereNotesAre request={request} notes={data.notes} />
          <div className={`${own.steps} no-print`}>
            {leadsToCnOut(request, rights) ? (
              <Button
                component={Link}
                to={`/cnout?branch=${encodeURIComponent(detail.branch)}`}
                variant="default"
              >
                {text.toCnOut}
              </Button>
            ) : null}
            {offeredSteps(request, rights).map((step) => (
              <StepButton
                key={step}
                step={step}
                request={request}
                can={data.can[step]}
                onAsk={() => setAsked(step)}
              />
            ))}
          </div>
        </>
      )}
      {asked === null ? null : (
        <DeliveryQuestion
          step={asked}
          asksProof={data?.asksProof === true}
          request={request}
          acts={acts}
          onDone={onDone}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

interface StepButtonProps {
  step: DeliveryStep;
  request: RequestDetail;
  can: DeliverySteps['can'][DeliveryStep];
  onAsk: () => void;
}

/** A step, large enough for a thumb; what is not possible now says why, below it where no pointer hovers. */
function StepButton({ step, request, can, onAsk }: StepButtonProps) {
  const isUndo = step === 'undo';
  return (
    <div className={own.step} data-undo={isUndo || undefined}>
      <ActionButton
        {...(isUndo
          ? { variant: 'subtle', color: 'gray', leftSection: <IconArrowBackUp size={16} aria-hidden /> }
          : {})}
        onPress={onAsk}
        disabledBecause={can.ok ? undefined : can.why}
      >
        {stepWord(step, request.detail)}
      </ActionButton>
      {can.ok ? null : (
        <p className={own.why} aria-hidden>
          {can.why}
        </p>
      )}
    </div>
  );
}

/** Those on the road one by one; otherwise all are in one place. */
function WhereNotesAre({ request, notes }: { request: RequestDetail; notes: DeliverySteps['notes'] }) {
  const flagOf = (lineNo: number) => request.products.find(({ srno }) => srno === lineNo)?.flag ?? '';
  if (notes.length === 0) return <p className={own.whereAll}>{restingPlace(request)}</p>;
  return (
    <ul className={own.where} aria-label={text.where}>
      {notes.map(({ lineNo, isd, quantity, holder }) => (
        <li key={lineNo}>
          <CurrencyName code={isd} flag={flagOf(lineNo)} /> <strong>{formatQuantity(quantity)}</strong> ·{' '}
          {holder}
        </li>
      ))}
    </ul>
  );
}

function restingPlace(request: RequestDetail): string {
  const { status } = request.detail;
  if (noteLinesOf(request).length === 0) return text.noNotes;
  const isDone = status === 'D' || status === 'H';
  return isDone === isSold(request.detail) ? text.withCustomer : text.inVault;
}
