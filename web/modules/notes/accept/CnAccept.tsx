import { cnAccept, cnReturn } from '#contract/notes/notes.ts';
import { notesText } from '#web/texts/notes.ts';
import { Accepting } from './Accepting.tsx';

/** Notes in transit to the user: they can be accepted or refused. */
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

/** Refused notes in transit back to the sender: they can only be accepted. */
export const CnReturn = () => (
  <Accepting key="return" id="cnraccept" right="CNRACCEPT" calls={cnReturn} words={notesText.giveBack} />
);
