import { useLayoutEffect, useRef, type FocusEvent, type InputEvent } from 'react';

/**
 * Keeps the text of a focused field selected if something other than typing has changed it, such as the name of the
 * chosen entry that arrives late. Otherwise the typed letters would be appended to it.
 */
export function useTypingReplaces(text: string) {
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef<string>(null);
  useLayoutEffect(() => {
    if (field.current === document.activeElement && text !== typed.current) field.current?.select();
  }, [text]);
  return {
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      field.current = event.currentTarget;
      typed.current = null;
      event.currentTarget.select();
    },
    onInput: (event: InputEvent<HTMLInputElement>) => {
      typed.current = event.currentTarget.value;
    },
  };
}
