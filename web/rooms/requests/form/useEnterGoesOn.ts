import type { KeyboardEvent } from 'react';

const FIELDS =
  'input:not([type="hidden"], [type="file"]), textarea, select, button[data-goes-on], [role="combobox"]';

const isUsable = (field: HTMLElement) =>
  !field.matches(':disabled') && field.tabIndex >= 0 && field.checkVisibility();

/** Gives the focus to the field after this one, or after the part it is in. */
export function focusNext(form: HTMLElement, from: HTMLElement, skip?: Element | null): void {
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(isUsable);
  const next = fields
    .slice(fields.indexOf(from) + 1)
    .find((field) => skip === undefined || skip === null || !skip.contains(field));
  next?.focus();
  // As the tab key does, so that what is typed replaces what was there.
  if (next instanceof HTMLInputElement) next.select();
}

/**
 * Enter leads from field to field, as the tab key does, and never sends the form. In a drop-down it first chooses; while
 * one waits for its entries it stays.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
  const hasChosen = event.defaultPrevented;
  event.preventDefault();
  if (!hasChosen && target.getAttribute('aria-expanded') === 'true') return;
  // A choice is drawn first, because it may open or close the fields that follow; but before the next key comes.
  if (hasChosen) queueMicrotask(() => focusNext(form, target));
  else focusNext(form, target);
}
