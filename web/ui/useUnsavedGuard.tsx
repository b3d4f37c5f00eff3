import { useEffect, useRef, type ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from './ConfirmModal.tsx';
import { isLeaving } from './leaving.ts';
import { useHeldNavigation } from './navigation/useHeldNavigation.ts';

/**
 * Asks before unsaved work is lost by a link or by closing the tab. Render the returned node in the page. If the
 * address names the record by a parameter, another record counts as another page.
 */
export function useUnsavedGuard(unsaved: boolean, namedBy?: string): ReactNode {
  const { isHeld, proceed, stay } = useHeldNavigation((move) => unsaved && isLeaving(move, namedBy));

  const leaving = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return (
    <ConfirmModal
      key="unsaved"
      opened={isHeld}
      title={uiText.unsaved.title}
      confirm={uiText.unsaved.leave}
      cancel={uiText.unsaved.stay}
      danger
      onConfirm={() => {
        leaving.current = true;
        proceed();
      }}
      onClose={() => {
        if (!leaving.current) stay();
        leaving.current = false;
      }}
    >
      {uiText.unsaved.text}
    </ConfirmModal>
  );
}
