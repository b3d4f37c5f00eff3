import { lazy, Suspense } from 'react';
import type { StaleDialogProps } from './StaleDialog.tsx';

const StaleDialog = lazy(() =>
  import('./StaleDialog.tsx').then((module) => ({ default: module.StaleDialog })),
);

/** The dialog for the user who saved second. It is rarely needed, so its code is loaded on demand. */
export function StaleModal(props: StaleDialogProps) {
  return props.error === null ? null : (
    <Suspense fallback={null}>
      <StaleDialog {...props} />
    </Suspense>
  );
}
