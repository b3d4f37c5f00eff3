import { Button, Group } from '@mantine/core';
import { useId, useState, type ReactNode, type RefObject } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from './Dialog.tsx';
import styles from './MessageModal.module.css';

/** The first field with an error: a ref to it, or a selector that finds it. */
export type FocusTarget = RefObject<HTMLElement | null> | string;

/** A field that a message names, and a link to it. */
export interface MessageLink {
  label: string;
  focus: FocusTarget;
}

export interface Message {
  text: string;
  /** What kind of message it is; a problem by default. */
  title?: string | undefined;
  focus?: FocusTarget | undefined;
  links?: readonly MessageLink[] | undefined;
}

interface MessageModalProps {
  /** The message to show, or null. */
  message: Message | null;
  onClose: () => void;
}

const FOCUSABLE = 'input, select, textarea, button, [tabindex]';

/** Focuses a field and opens the closed section that contains it. */
export function focusOn(target: FocusTarget): void {
  const found = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target.current;
  const field = found?.matches(FOCUSABLE) ? found : found?.querySelector<HTMLElement>(FOCUSABLE);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

/** A message in its exact words, with OK. After OK the focus is on the field that the message is about. */
export function MessageModal({ message, onClose }: MessageModalProps) {
  function close(target: FocusTarget | undefined): void {
    onClose();
    // Runs after the dialog has restored the focus. A frame later would be too late on a busy machine: the user may
    // have pressed the next key.
    if (target) setTimeout(() => focusOn(target));
  }

  return (
    <Dialog
      opened={message !== null}
      onClose={() => close(message?.focus)}
      title={message?.title ?? uiText.message.problem}
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

export type ShowMessage = (
  text: string,
  focus?: FocusTarget,
  links?: readonly MessageLink[],
  title?: string,
) => void;

/** Returns `[modal, show]`: render `modal` in the page and call `show` with the text and the field with the error. */
export function useMessage(): [ReactNode, ShowMessage] {
  const [message, setMessage] = useState<Message | null>(null);
  // A screen can show the modals of several hooks beside each other.
  const id = useId();
  return [
    <MessageModal key={id} message={message} onClose={() => setMessage(null)} />,
    (text, focus, links, title) => setMessage({ text, focus, links, title }),
  ];
}
