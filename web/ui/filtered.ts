import type { ChangeEvent } from 'react';
import { filterInput, type InputFilter } from '#domain/input.ts';

/**
 * Accepts only text that passes the filter; `before` is the field's previous text. Sets the field itself at once, so
 * that the caret stays where it is when a character is refused.
 */
export function filtered<Field extends HTMLInputElement>(
  filter: InputFilter,
  before: string,
  onChange: (event: ChangeEvent<Field>) => void,
) {
  return (event: ChangeEvent<Field>): void => {
    const field = event.currentTarget;
    const typed = field.value;
    const taken = filterInput(filter, before, typed);
    if (taken !== typed) {
      const caret = Math.max(0, (field.selectionStart ?? typed.length) - (typed.length - taken.length));
      field.value = taken;
      field.setSelectionRange(caret, caret);
    }
    if (taken !== before) onChange(event);
  };
}
