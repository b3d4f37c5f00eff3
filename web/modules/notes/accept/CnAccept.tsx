import { useNavigate } from 'react-router';
import { cnAccept, cnReturn } from '#contract/notes/notes.ts';
import { notesText } from '#web/texts/notes.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { Accepting } from './Accepting.tsx';

/** The requests that the user delivers, for those who may see requests. */
const DELIVERIES = '/requestdetail?status=INPROGRESS';

/**
 * Notes in transit to the user: they can be accepted or refused. After the last of them the user sees what to deliver,
 * with the result in the form in which a list is told where its user comes from.
 */
export function CnAccept() {
  const navigate = useNavigate();
  const { data: requests } = useScreenRights('TRANREQUESTDETAIL');
  const empcode = useSession()?.empcode ?? '';
  const showDeliveries = (left: number, text: string) =>
    void navigate(DELIVERIES, { state: { left, news: { meaning: 'done', text } } });
  return (
    <Accepting
      key="accept"
      id="cnaccept"
      right="CNACCEPT"
      calls={cnAccept}
      words={notesText.accept}
      mayReject
      {...(requests?.query === true && empcode !== '' ? { onAllAccepted: showDeliveries } : {})}
    />
  );
}

/** Refused notes in transit back to the sender: they can only be accepted. */
export const CnReturn = () => (
  <Accepting key="return" id="cnraccept" right="CNRACCEPT" calls={cnReturn} words={notesText.giveBack} />
);
