import { lazy, Suspense } from 'react';
import { NO_FLAGS } from '#domain/rights.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { AuditList } from './list/AuditList.tsx';
import { useAuditAddress } from './useAuditAddress.ts';

// Loaded with the first audit that is opened, so that the list stays small.
const loadView = () => import('./detail/AuditView.tsx');
const AuditView = lazy(() => loadView().then((module) => ({ default: module.AuditView })));
const NewAudit = lazyPart(() => import('./list/NewAudit.tsx'), 'NewAudit');

/** The monthly audits: the list, a new one, or one of them; all have the same path. */
export function AssessmentScreen() {
  const address = useAuditAddress();
  const { data: may = NO_FLAGS } = useScreenRights('ASSESSMENT');
  if (address.srno !== null)
    return (
      <Suspense fallback={<div aria-busy />}>
        <AuditView key={address.srno} srno={address.srno} address={address} may={may} />
      </Suspense>
    );
  if (address.isNew && may.add)
    return (
      <Suspense fallback={<div aria-busy />}>
        <NewAudit onStarted={(srno) => address.open(srno, { replace: true })} onBack={address.close} />
      </Suspense>
    );
  return <AuditList address={address} mayAdd={may.add} onApproach={() => void loadView()} />;
}
