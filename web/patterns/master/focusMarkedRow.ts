const MAX_FRAMES = 30;

/** Focuses the row that the list marks. With virtual rows it may take some frames until the row exists. */
export function focusMarkedRow(): void {
  let frames = 0;
  function look(): void {
    // A dialog that is about to close would take the focus back.
    const isCovered = document.querySelector('dialog[open]') !== null;
    const row = isCovered ? null : document.querySelector<HTMLElement>('tr[aria-current="true"]');
    if (row) row.focus();
    else if ((frames += 1) < MAX_FRAMES) requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
