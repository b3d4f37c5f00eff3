/** Changes a field like one keystroke does, and gives the page no time to render before the next step of the test. */
export function typeAtOnce(field: HTMLElement, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  // React overrides the property on the element itself, so the value is set through the prototype.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
