import { mastersText } from '#web/texts/masters.ts';
import { Offer } from './Offer.tsx';

interface FormOffersProps {
  startOver: (() => void) | null;
  bringBackMine: (() => void) | null;
}

/** Actions for a form whose content is not the record that was opened. */
export function FormOffers({ startOver, bringBackMine }: FormOffersProps) {
  return (
    <>
      {startOver === null ? null : (
        <Offer text={mastersText.restored} action={mastersText.startOver} onPress={startOver} />
      )}
      {bringBackMine === null ? null : (
        <Offer
          text={mastersText.stale.looking}
          action={mastersText.stale.bringBack}
          onPress={bringBackMine}
        />
      )}
    </>
  );
}
