import { useRef, type FocusEvent, type InputEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const GOES_ON = ['Enter', 'Tab'];

/**
 * A field whose text is deleted is emptied when the user leaves it or goes on, and not before: whoever types another entry
 * changes the value once, and does not empty the fields that depend on it.
 */
export function useDeletedText(empty: () => void) {
  const isDeleted = useRef(false);

  /** Whether the field is to be emptied now. Its text can have come back, with a value from elsewhere. */
  function take({ value }: HTMLInputElement): boolean {
    const isEmpty = isDeleted.current && value === '';
    isDeleted.current = false;
    return isEmpty;
  }
  function emptyBefore({ currentTarget }: KeyboardEvent<HTMLInputElement>): void {
    // Whoever handles the key next, such as a form that saves, finds the field empty.
    if (take(currentTarget)) flushSync(empty);
  }

  return {
    onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) => {
      isDeleted.current = currentTarget.value === '';
    },
    /** An entry was chosen instead. */
    forget: () => {
      isDeleted.current = false;
    },
    onKeyCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      if (GOES_ON.includes(event.key)) emptyBefore(event);
    },
    /** Only now for Escape, so that a line of fields still sees what it clears. */
    onKey: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Escape') emptyBefore(event);
    },
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      if (take(currentTarget)) empty();
    },
  };
}
