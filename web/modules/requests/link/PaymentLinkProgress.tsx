import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazyPart.ts';

const PaymentLinkPanel = lazyPart(() => import('./PaymentLinkPanel.tsx'), 'PaymentLinkPanel');

/** The payment link of a request, loaded where a request has one. */
export function PaymentLinkProgress({ srno }: { srno: number }) {
  return (
    <Suspense fallback={null}>
      <PaymentLinkPanel srno={srno} />
    </Suspense>
  );
}
