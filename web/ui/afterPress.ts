let isPressed = false;
const note = (isDown: boolean) => () => {
  isPressed = isDown;
};
document.addEventListener('pointerdown', note(true), true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, note(false), true);

/**
 * Runs now, or after the pointer is released. A press moves the focus, and a message that appears at the field that was
 * left would move the pressed button away before the press has become a click.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) run();
  // The click follows the release at once.
  else document.addEventListener('pointerup', () => setTimeout(run), { once: true });
}
