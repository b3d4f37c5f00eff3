import { useSyncExternalStore } from 'react';
import { appText } from '#web/texts/app.ts';

/** The browser's offer to install Bureau, which public/start.js keeps. It can be used once. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>;
}

declare global {
  interface Window {
    installOffer?: InstallOffer | undefined;
  }
}

const CHANGED = 'installoffer';

function watch(watcher: () => void): () => void {
  addEventListener(CHANGED, watcher);
  return () => removeEventListener(CHANGED, watcher);
}

const offerNow = () => window.installOffer;

/** The menu entry that installs Bureau; none where the browser does not offer it. */
export function useInstallEntry() {
  const offer = useSyncExternalStore(watch, offerNow);
  if (offer === undefined) return [];
  const onPress = () => {
    window.installOffer = undefined;
    dispatchEvent(new Event(CHANGED));
    void offer.prompt();
  };
  return [{ id: 'install', label: appText.install, onPress }];
}
