const plural = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1_440;

/** A duration in words: "10 minutes", "2 hours 5 minutes", "3 days". */
export function lengthOfTime(minutes: number): string {
  if (minutes < 1) return 'less than a minute';
  if (minutes < MINUTES_PER_HOUR) return plural(minutes, 'minute');
  if (minutes >= MINUTES_PER_DAY) return plural(Math.floor(minutes / MINUTES_PER_DAY), 'day');
  const hours = plural(Math.floor(minutes / MINUTES_PER_HOUR), 'hour');
  const rest = minutes % MINUTES_PER_HOUR;
  return rest === 0 ? hours : `${hours} ${plural(rest, 'minute')}`;
}

/**
 * All texts of the rate cards: for staff, for the public and on the wall. A translation is a second object of this
 * shape.
 */
export const cardsText = {
  title: 'Rate Card',
  detail: 'The rates at which a branch or franchise buys and sells, as published on a day.',
  date: 'Date',
  branch: 'Branch',
  type: 'Card type',
  types: { B: 'Branch', F: 'Franchise' },
  franchise: 'Franchise',
  generate: 'Generate',
  noDate: 'Please pick valid date',
  failed: 'The rate card could not be loaded',
  ownNone: 'The card appears when head office publishes today’s rates.',
  currency: 'Currency',
  buy: 'WE BUY',
  sell: 'WE SELL',
  entity: 'For',
  asOf: 'As of',
  publishedBy: 'Published by',
  perUnit: 'Rupees for one unit of the currency.',
  ibrSell: 'WE SELL is the inter-bank rate (IBR).',
  extra: 'Service charges and taxes are extra. Rates can change without notice.',
  printed: (at: string) => `Printed ${at}`,
  part: (part: number, parts: number) => (parts === 1 ? 'Rates' : `Rates, part ${part} of ${parts}`),
  lcd: {
    title: 'Rate Card (LCD)',
    views: { A: 'WE BUY and WE SELL', B: 'WE BUY', S: 'WE SELL' },
    detail: (view: string) =>
      `A wall display of ${view}. It keeps running after you sign out, until someone ends it.`,
    displays: 'Displays',
    displaysDetail: 'Each has a key of its own, which works until it is revoked.',
    columns: { branch: 'Branch', view: 'Shows', madeAt: 'Set up', madeBy: 'By', actions: 'Actions' },
    none: 'No display yet',
    noneText: 'Choose a branch and press Generate on the screen that will show the rates.',
    revoke: 'Revoke',
    revokeOf: (branch: string, view: string) => `Revoke the display of ${branch}, ${view}`,
    revokeTitle: 'Revoke this display?',
    revokeText: (branch: string) => `The display of ${branch} stops showing rates.`,
    revoked: (branch: string) => `The display of ${branch} no longer shows rates.`,
    board: 'Exchange rates',
    away: 'The server cannot be reached.',
    empty: 'There is no rate card for today yet.',
    stale: (age: string, since: string) => `Last refreshed ${age} ago, at ${since}.`,
    loading: 'Loading the rates…',
    full: 'Full screen',
    notFull: 'Leave full screen',
    end: 'End this display',
    endTitle: 'End this display?',
    endSignedIn: 'This screen stops showing rates, and its key is revoked.',
    endSignedOut: 'This screen stops showing rates. Its key works until someone signed in revokes it.',
    endAction: 'End the display',
    ended: 'This display has been ended.',
    endedText: 'Its key was revoked. Someone signed in can set it up again.',
    setUp: 'Set up again',
  },
  link: {
    title: 'Public rate card',
    detail: 'Anyone with this address can see today’s card without signing in.',
    address: 'Address',
    copy: 'Copy',
    copied: 'Copied',
    open: 'Open in a new tab',
    qr: 'The address as a QR code',
    made: (at: string, by: string) => (by === '' ? `Made ${at}` : `Made ${at} by ${by}`),
    none: 'The card is not public.',
    put: 'Make public',
    isPut: 'The card is public.',
    renew: 'Renew',
    renewTitle: 'Give the card a new address?',
    renewText: 'The address above and every printed QR code of it stop working.',
    renewAction: 'Renew the address',
    renewed: 'The card has a new address.',
    revoke: 'Make private',
    revokeTitle: 'Make the card private?',
    revokeText: 'The address above stops working. You can make the card public again at a new address.',
    revoked: 'The card is not public any more.',
    failed: 'The address could not be loaded',
  },
};
