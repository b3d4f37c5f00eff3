import type { KeyboardEvent } from 'react';

const FIELDS =
  'input:not([type="hidden"], [type="file"]), textarea, select, button[data-goes-on], [role="combobox"]';

const isUsable = (field: HTMLElement) =>
  !field.matches(':disabled') && field.tabIndex >= 0 && field.checkVisibility();

const fieldsOf = (form: HTMLElement) => [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(isUsable);

/** Selects the text like the tab key does, so that typing replaces it. */
function enter(field: HTMLElement | undefined): void {
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Focuses the next field, or the first field after the part to skip. */
export function focusNext(form: HTMLElement, from: HTMLElement, skip?: Element | null): void {
  const fields = fieldsOf(form);
  enter(
    fields
      .slice(fields.indexOf(from) + 1)
      .find((field) => skip === undefined || skip === null || !skip.contains(field)),
  );
}

/** Focuses the field before. */
export function focusPrevious(form: HTMLElement, from: HTMLElement): void {
  const fields = fieldsOf(form);
  const at = fields.indexOf(from);
  enter(at > 0 ? fields[at - 1] : undefined);
}

/**
 * Enter moves from field to field, like the tab key, and never submits the form. In a drop-down it first chooses; while
 * the entries of a drop-down load, it does nothing.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
  const hasChosen = event.defaultPrevented;
  event.preventDefault();
  if (!hasChosen && target.getAttribute('aria-expanded') === 'true') return;
  // A choice renders first, because it may show or hide the following fields; a microtask still runs before the next
  // key.
  if (hasChosen) queueMicrotask(() => focusNext(form, target));
  else focusNext(form, target);
}
