import { lazy, Suspense } from 'react';

const PaymentLinkPanel = lazy(() =>
  import('./PaymentLinkPanel.tsx').then((module) => ({ default: module.PaymentLinkPanel })),
);

/** The payment link of a request, loaded where a request has one. */
export function PaymentLinkProgress({ srno }: { srno: number }) {
  return (
    <Suspense fallback={null}>
      <PaymentLinkPanel srno={srno} />
    </Suspense>
  );
}
