import { notesText } from '#web/texts/notes.ts';
import { uiText } from '#web/texts/ui.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Offer } from '#web/ui/Offer.tsx';
import type { Holders } from './useHolders.ts';

const text = notesText.holders;

/** The reason why there is no holder to choose, or no vault among them. */
export function HoldersState({ holders }: { holders: Holders }) {
  const { vault, isKnown, failure, retry } = holders;
  if (failure !== null)
    return (
      <Offer meaning="refused" text={text.failed(failure)} action={uiText.common.retry} onPress={retry} />
    );
  return isKnown && vault === null ? (
    <Notice meaning="waiting" live>
      {text.noVault}
    </Notice>
  ) : null;
}
