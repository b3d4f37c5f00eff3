import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import type { FormHandle } from './record.ts';

interface GuardedForm {
  readonly form: RefObject<FormHandle | null>;
  /** Asks before an action that closes the form, if the form has unsaved changes. */
  readonly guarded: (go: () => void) => void;
  readonly question: ReactNode;
}

/** The form beside a list, and the question before unsaved changes are lost. */
export function useGuardedForm(): GuardedForm {
  const form = useRef<FormHandle>(null);
  const [waiting, setWaiting] = useState<{ go: () => void } | null>(null);
  return {
    form,
    guarded(go) {
      if (form.current?.isDirty()) setWaiting({ go });
      else go();
    },
    question: (
      <ConfirmModal
        opened={waiting !== null}
        title={uiText.unsaved.title}
        confirm={uiText.unsaved.leave}
        cancel={uiText.unsaved.stay}
        danger
        onConfirm={() => {
          form.current?.discard();
          waiting?.go();
        }}
        onClose={() => setWaiting(null)}
      >
        {uiText.unsaved.text}
      </ConfirmModal>
    ),
  };
}
