import { lazy, Suspense } from 'react';
import { NO_FLAGS } from '#domain/rights.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { FlashList } from './list/FlashList.tsx';
import { useFlashAddress } from './useFlashAddress.ts';

// Loaded with the first flash audit that is opened, so that the list stays small.
const loadView = () => import('./record/FlashView.tsx');
const FlashView = lazy(() => loadView().then((module) => ({ default: module.FlashView })));
const NewFlash = lazyPart(() => import('./list/NewFlash.tsx'), 'NewFlash');

/** The flash audits: the list, a new one, or one of them; all have the same path. */
export function FlashScreen() {
  const address = useFlashAddress();
  const { data: may = NO_FLAGS } = useScreenRights('FLASH');
  if (address.srno !== null)
    return (
      <Suspense fallback={<div aria-busy />}>
        <FlashView key={address.srno} srno={address.srno} address={address} mayAdd={may.add} />
      </Suspense>
    );
  if (address.isNew && may.add)
    return (
      <Suspense fallback={<div aria-busy />}>
        <NewFlash onAdded={address.close} onBack={address.close} />
      </Suspense>
    );
  return <FlashList address={address} mayAdd={may.add} onApproach={() => void loadView()} />;
}
