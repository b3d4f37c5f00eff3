/**
 * Whether a list that has just been loaded may take the focus. It may not while the user types elsewhere or moves along
 * the tabs by keyboard.
 */
export function mayTakeFocus(isFirst: boolean): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body) return true;
  if (at.getAttribute('role') === 'tab') return isFirst && !at.matches(':focus-visible');
  return at.closest('search, table') !== null;
}
