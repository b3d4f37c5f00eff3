import { useRef, type KeyboardEvent } from 'react';
import { isInPopup } from '#web/ui/keys.ts';
import { focusNext } from '#web/ui/enterGoesOn.ts';
import { focusSoon } from '#web/ui/waitingKeys.ts';

interface LineKeys {
  /** The ids of the first and the last field of a line. */
  readonly first: string;
  readonly last: string;
  /** Whether something in the line has been typed. */
  readonly isTyped: boolean;
  readonly add: () => void;
  /** Clears a new line, or cancels the change of one; null while nothing is typed. */
  readonly undo: (() => void) | null;
  /** Where Enter on an empty line goes; to the next field after the line if it is absent. */
  readonly leave?: () => void;
}

/**
 * Enter moves through the line being typed and adds it from its last field; from an empty line it leaves the group.
 * Escape clears a new line and restores one that is being changed.
 */
export function useLineKeys({ first, last, isTyped, add, undo, leave }: LineKeys) {
  const ref = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { target } = event;
    const isEscape = event.key === 'Escape' && !event.defaultPrevented && !isInPopup(target);
    if (isEscape && undo !== null) {
      event.preventDefault();
      undo();
      return;
    }
    if (event.key !== 'Enter' || event.ctrlKey || !(target instanceof HTMLInputElement)) return;
    const { form } = target;
    const isEmpty = target.id === first && !event.defaultPrevented && !isTyped && target.value === '';
    if (target.id === last) add();
    else if (isEmpty && form !== null)
      focusSoon(() => (leave === undefined ? focusNext(form, target, ref.current) : leave()));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { ref, onKeyDown };
}
