import { Suspense } from 'react';
import { lazyPart } from './lazyPart.ts';
import type { StaleDialogProps } from './StaleDialog.tsx';

const StaleDialog = lazyPart(() => import('./StaleDialog.tsx'), 'StaleDialog');

/** The dialog for the user who saved second. It is rarely needed, so its code is loaded on demand. */
export function StaleModal(props: StaleDialogProps) {
  return props.error === null ? null : (
    <Suspense fallback={null}>
      <StaleDialog {...props} />
    </Suspense>
  );
}
