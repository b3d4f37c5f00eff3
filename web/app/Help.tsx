import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { uiText } from '#web/texts/ui.ts';
import { matchesKeys, useKeys } from '#web/ui/keys.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { onOpenHelp, type HelpRequest } from './openHelp.ts';

const HelpPanel = lazyPart(() => import('./help/HelpPanel.tsx'), 'HelpPanel');

interface OpenHelp extends HelpRequest {
  /** The screen where the page was chosen. On another screen the help shows the page of that screen. */
  readonly at: string;
  /** Whether it lies over an open dialog, below which nothing could be used. */
  readonly isOverDialog: boolean;
}

const hasDialog = () => document.querySelector('dialog[open]') !== null;

/** Opens and closes the help of every screen with F1, and opens it for whoever asks. It changes nothing of the screen. */
export function Help() {
  const { pathname } = useLocation();
  const [help, setHelp] = useState<OpenHelp | null>(null);
  const close = () => setHelp(null);
  const toggle = useLatest(() => setHelp(help === null ? { at: pathname, isOverDialog: hasDialog() } : null));
  const open = useLatest((request: HelpRequest) =>
    setHelp({ ...request, at: pathname, isOverDialog: help?.isOverDialog ?? false }),
  );
  // Only for the list of keys: unlike other keys F1 also works over a dialog, where people want help the most.
  useKeys([{ keys: 'f1', does: uiText.keys.help }]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!matchesKeys('f1', event) || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKey);
    const stop = onOpenHelp(open);
    return () => {
      removeEventListener('keydown', onKey);
      stop();
    };
  }, [open, toggle]);
  if (help === null) return null;
  const { page, heading } = help.at === pathname ? help : {};
  return (
    <Suspense fallback={null}>
      <HelpPanel
        pathname={pathname}
        page={page}
        heading={heading}
        isOverDialog={help.isOverDialog}
        onOpen={open}
        onClose={close}
      />
    </Suspense>
  );
}
