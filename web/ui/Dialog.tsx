import { CloseButton } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { uiText } from '#web/texts/ui.ts';
import styles from './Dialog.module.css';
import { isInPopup } from './keys.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** The heading. A dialog without a title sets `label` instead. */
  title?: ReactNode;
  label?: string;
  closeLabel?: string;
  /** `side` slides in from the left, like the menu on a phone; `end` from the right, and fills a phone. */
  place?: 'middle' | 'top' | 'side' | 'end';
  width?: 'sm' | 'md' | 'lg';
  children: ReactNode;
}

/**
 * The browser's own modal dialog. It traps the focus, makes the page behind inert and restores the focus, without the
 * size of a library. It is in the browser's top layer, so a drop-down inside must not use a portal.
 */
export function Dialog(props: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { opened, onClose, title, place = 'middle', width = 'md' } = props;

  useEffect(() => {
    const shown = dialog.current;
    if (!opened || !shown) return;
    shown.showModal();
    shown.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // close() restores the focus.
    return () => shown.close();
  }, [opened]);

  if (!opened) return null;
  // Rendered outside the form that opens it: the browser itself would submit a form nested in a form.
  return createPortal(
    // A click whose target is the dialog element is a click on the backdrop: all content is in the inner box.
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-place={place}
      data-width={width}
      aria-label={props.label}
      aria-labelledby={title === undefined ? undefined : titleId}
      onKeyDownCapture={(event) => {
        // Closes only the drop-down, so that the input in the dialog stays. Handled in the capture phase, while the
        // drop-down is still open.
        if (event.key === 'Escape' && isInPopup(event.target)) event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.inner}>
        {title === undefined ? null : (
          <header className={styles.header}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <CloseButton aria-label={props.closeLabel ?? uiText.common.close} onClick={onClose} />
          </header>
        )}
        <div className={title === undefined ? undefined : styles.body}>{props.children}</div>
      </div>
    </dialog>,
    document.body,
  );
}
