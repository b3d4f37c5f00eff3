import { createContext, use, useEffect } from 'react';
import { totalWaiting, type Waiting, type WaitingMarks } from '#domain/home/waiting.ts';
import { appText } from '#web/texts/app.ts';

/** Until the first counts have come. */
export const NO_COUNTS_YET: Waiting = {};
/** The number of items that wait for the user, by kind. */
export const WaitingNow = createContext<Waiting>(NO_COUNTS_YET);
/** Lists of waiting items reload when the mark of their kind changes. */
export const MarksNow = createContext<WaitingMarks>({});

const ICON = '/icon.svg';
const RED_ICON = '/icon-red.svg';

/** Sets the page title with the count, and the red icon while the count is not zero. */
export function usePageTitle(screen: string): void {
  const count = totalWaiting(use(WaitingNow));
  useEffect(() => {
    document.title = appText.title(screen, count);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const href = count > 0 ? RED_ICON : ICON;
    if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  }, [screen, count]);
}
