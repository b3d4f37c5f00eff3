import { lazy, Suspense } from 'react';
import type { StaleDialogProps } from './StaleDialog.tsx';

const StaleDialog = lazy(() =>
  import('./StaleDialog.tsx').then((module) => ({ default: module.StaleDialog })),
);

/** The question to whoever saved second, fetched when it is asked, which is seldom. */
export function StaleModal(props: StaleDialogProps) {
  return props.error === null ? null : (
    <Suspense fallback={null}>
      <StaleDialog {...props} />
    </Suspense>
  );
}
