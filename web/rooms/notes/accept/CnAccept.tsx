import { cnAccept, cnReturn } from '#contract/notes/notes.ts';
import { notesText } from '#web/texts/notes.ts';
import { Accepting } from './Accepting.tsx';

/** Notes on their way to the user: accepted, or refused. */
export const CnAccept = () => (
  <Accepting
    key="accept"
    id="cnaccept"
    right="CNACCEPT"
    calls={cnAccept}
    words={notesText.accept}
    mayReject
  />
);

/** Notes that were refused, on their way back to who sent them: only accepted. */
export const CnReturn = () => (
  <Accepting key="return" id="cnraccept" right="CNRACCEPT" calls={cnReturn} words={notesText.giveBack} />
);
