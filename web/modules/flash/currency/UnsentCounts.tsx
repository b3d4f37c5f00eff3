import { flashText } from '#web/texts/flash.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Offer } from '#web/ui/Offer.tsx';
import { linesOf } from './faceCounts.ts';
import { isWaiting, type UnsentCount } from './useUnsentCounts.ts';

const text = flashText.count;

const typedWords = ({ counts }: UnsentCount): string =>
  linesOf(counts)
    .map(({ denomination, quantity }) => `${quantity} × ${denomination}`)
    .join(', ');

interface UnsentCountsProps {
  unsent: readonly UnsentCount[];
  onDrop: (currency: number) => void;
}

/** The counts that wait to be sent, and those that were refused, with what was typed. */
export function UnsentCounts({ unsent, onDrop }: UnsentCountsProps) {
  const waiting = unsent.filter(isWaiting);
  return (
    <>
      {waiting.length === 0 ? null : (
        <Notice meaning="waiting" live>
          {text.waiting(waiting.map(({ isd }) => isd))}
        </Notice>
      )}
      {unsent
        .filter((each) => !isWaiting(each))
        .map((each) => (
          <Offer
            key={each.cnsrno}
            meaning="refused"
            text={text.notSent(each.isd, each.refusal, typedWords(each))}
            action={text.discard(each.isd)}
            onPress={() => onDrop(each.cnsrno)}
          />
        ))}
    </>
  );
}
