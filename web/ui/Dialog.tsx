import { CloseButton } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { uiText } from '#web/texts/ui.ts';
import styles from './Dialog.module.css';
import { isInPopup } from './keys.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** Shown as its heading; a dialog without one says in `label` what it is. */
  title?: ReactNode;
  label?: string;
  closeLabel?: string;
  /** `side` slides in from the left, as the menu of a phone. */
  place?: 'middle' | 'top' | 'side';
  width?: 'sm' | 'md' | 'lg';
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, the page behind inert and gives the focus back, for none of
 * the bytes that a library takes. It stands in the browser's top layer, so a drop-down inside must not use a portal.
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
    // Closing by hand is what gives the focus back.
    return () => shown.close();
  }, [opened]);

  if (!opened) return null;
  // Out of the form it may be asked from: a form within a form is not sent by us but by the browser.
  return createPortal(
    // A press on the dialog itself is one on the backdrop: everything inside lies in the inner box.
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-place={place}
      data-width={width}
      aria-label={props.label}
      aria-labelledby={title === undefined ? undefined : titleId}
      onKeyDownCapture={(event) => {
        // Closes the drop-down alone; what was typed in the dialog stays. Seen on the way in, while it is still open.
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
