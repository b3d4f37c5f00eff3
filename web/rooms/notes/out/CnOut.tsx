import { useAddress } from '#web/ui/useAddress.ts';
import { OutDesk } from './OutDesk.tsx';
import { SlipPage } from './SlipPage.tsx';

/** Notes going out, or the slip of some that went. */
export function CnOut() {
  const { params, change } = useAddress();
  const slip = params.get('slip') ?? '';
  if (/^[1-9]\d{0,8}$/.test(slip))
    return <SlipPage slip={Number(slip)} onBack={() => change({ slip: null }, { replace: false })} />;
  return <OutDesk />;
}
