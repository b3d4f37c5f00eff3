import type { WaitingKind } from '#domain/home/waiting.ts';

const kinds: Readonly<Record<WaitingKind, string>> = {
  bm: 'Approve as branch manager',
  zm: 'Approve as zonal manager',
  cm: 'Approve as corporate manager',
  fm: 'Verify fund',
  link: 'Payment links to send',
  special: 'Special approvals to settle',
  accept: 'Notes to accept',
  return: 'Rejected notes to take back',
  answer: 'Discrepancies to answer',
  decide: 'Discrepancies to review',
};

/** All texts of the home screen. A translation is a second object of this shape. */
export const homeText = {
  greeting: (name: string) => `Welcome, ${name}`,
  open: (screen: string) => `Open ${screen}`,
  none: 'No screen has been given to you yet',
  noneText: 'Ask your head office to add rights to your right group.',
  waiting: {
    title: 'Waiting for you',
    nothing: 'Nothing waits for you.',
    kinds,
  },
  rates: {
    title: 'Rates today',
    table: 'Rates',
    currency: 'Currency',
    buy: 'We buy',
    sell: 'We sell',
    ibr: 'IBR',
    today: (time: string) => `Published today at ${time}`,
    earlier: (moment: string) => `Not published today; these are of ${moment}`,
    none: 'No rates have been published today.',
    card: 'Rate Card',
    all: 'All rates',
  },
  notes: {
    title: 'Notes in my hand',
    table: 'Notes in my hand',
    quantity: 'Quantity',
    none: 'You hold no notes.',
    more: 'In Hand',
  },
  budget: {
    title: (month: string) => `${month} against budget`,
    wanted: 'Budget',
    reached: 'Actual',
    more: 'MIS Budget',
  },
  licences: {
    title: 'Licences about to lapse',
    none: (days: number) => `No licence lapses within ${days} days.`,
  },
};
