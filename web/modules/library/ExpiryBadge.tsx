import { formatDate, readIsoDate } from '#domain/dates.ts';
import { expiryOf } from '#domain/library/document.ts';
import { libraryText as text } from '#web/texts/library.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { today } from '#web/ui/today.ts';

/** The expiry date in words: how long ago, how soon, or the date itself. */
export function expiryWords(expires: string): string {
  const date = readIsoDate(expires);
  const expiry = expiryOf(date, today());
  if (date === null || expiry === null) return text.none;
  if (expiry.state === 'lapsed') return text.lapsed(expiry.days);
  return expiry.state === 'soon' ? text.left(expiry.days) : formatDate(date);
}

/** A badge for what has lapsed or lapses soon, otherwise the date. */
export function ExpiryBadge({ expires }: { expires: string }) {
  const state = expiryOf(readIsoDate(expires), today())?.state ?? null;
  const words = expiryWords(expires);
  if (state === null || state === 'valid') return <span>{words}</span>;
  return <StatusBadge meaning={state === 'lapsed' ? 'refused' : 'waiting'}>{words}</StatusBadge>;
}
