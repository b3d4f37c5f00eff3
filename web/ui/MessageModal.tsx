import { Button, Group } from '@mantine/core';
import { useState, type ReactNode, type RefObject } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from './Dialog.tsx';
import styles from './MessageModal.module.css';

/** The first field at fault: a ref to it, or a selector that finds it. */
export type FocusTarget = RefObject<HTMLElement | null> | string;

/** A field that a message names, and the way to it. */
export interface MessageLink {
  label: string;
  focus: FocusTarget;
}

export interface Message {
  text: string;
  title?: string | undefined;
  focus?: FocusTarget | undefined;
  links?: readonly MessageLink[] | undefined;
}

interface MessageModalProps {
  /** The message to show, or null for none. */
  message: Message | null;
  onClose: () => void;
}

const FOCUSABLE = 'input, select, textarea, button, [tabindex]';

/** Gives the focus to a field; what is folded away is opened first. */
export function focusOn(target: FocusTarget): void {
  const found = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target.current;
  const field = found?.matches(FOCUSABLE) ? found : found?.querySelector<HTMLElement>(FOCUSABLE);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

/** A message in its exact words, with OK; afterwards the focus is on the field it speaks of. */
export function MessageModal({ message, onClose }: MessageModalProps) {
  function close(target: FocusTarget | undefined): void {
    onClose();
    // After the dialog has given the focus back; not a frame later, which on a busy machine is after the next key.
    if (target) setTimeout(() => focusOn(target));
  }

  return (
    <Dialog
      opened={message !== null}
      onClose={() => close(message?.focus)}
      title={message?.title ?? uiText.message.title}
      width="sm"
    >
      <p className={styles.text}>{message?.text}</p>
      {message?.links === undefined ? null : (
        <ul className={styles.links} aria-label={uiText.message.fields}>
          {message.links.map(({ label, focus }) => (
            <li key={label}>
              <button type="button" onClick={() => close(focus)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end" mt={16}>
        <Button data-autofocus onClick={() => close(message?.focus)} miw={88}>
          {uiText.common.ok}
        </Button>
      </Group>
    </Dialog>
  );
}

export type ShowMessage = (text: string, focus?: FocusTarget, links?: readonly MessageLink[]) => void;

/** `[modal, show]`: put the first into the page, call the second with the text and the field at fault. */
export function useMessage(): [ReactNode, ShowMessage] {
  const [message, setMessage] = useState<Message | null>(null);
  return [
    <MessageModal key="message" message={message} onClose={() => setMessage(null)} />,
    (text, focus, links) => setMessage({ text, focus, links }),
  ];
}
