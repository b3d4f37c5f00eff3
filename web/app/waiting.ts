import { createContext, use, useEffect } from 'react';
import { totalWaiting, type Waiting, type WaitingMarks } from '#domain/home/waiting.ts';
import { appText } from '#web/texts/app.ts';

/** What waits for the user now. */
export const WaitingNow = createContext<Waiting>({});
/** For a list that follows what waits: asked anew when the mark of its kind is another. */
export const MarksNow = createContext<WaitingMarks>({});

const ICON = '/icon.svg';
const RED_ICON = '/icon-red.svg';

/** The page's title with the count, and the red icon while there is one. */
export function usePageTitle(screen: string): void {
  const count = totalWaiting(use(WaitingNow));
  useEffect(() => {
    document.title = appText.title(screen, count);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const href = count > 0 ? RED_ICON : ICON;
    if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  }, [screen, count]);
}
