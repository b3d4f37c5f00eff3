import { readSerial, useAddress } from '#web/ui/useAddress.ts';
import { OutDesk } from './OutDesk.tsx';
import { SlipPage } from './SlipPage.tsx';

/** The list of notes to send out, or the slip of a past movement. */
export function CnOut() {
  const { params, change } = useAddress();
  const slip = readSerial(params.get('slip'));
  if (slip !== null)
    return <SlipPage slip={slip} onBack={() => change({ slip: null }, { replace: false })} />;
  return <OutDesk />;
}
