import { uiText } from '#web/texts/ui.ts';
import { useKeys } from '#web/ui/keys.ts';

/** The keys of a form: one saves, unless it is read-only, and one closes it. */
export function useFormKeys(isReadOnly: boolean, save: () => void, close: () => void): void {
  useKeys([
    ...(isReadOnly ? [] : [{ keys: 'ctrl+enter', does: uiText.keys.save, run: save }]),
    { keys: 'escape', does: uiText.keys.back, run: close },
  ]);
}
