import type { QueueKind } from '#domain/home/queue.ts';
import type { WaitingKind } from '#domain/home/waiting.ts';

const kinds: Readonly<Record<WaitingKind, string>> = {
  deliver: 'Deliveries to make',
  collect: 'Collections to make',
  sentback: 'Sent back to you',
  bm: 'Approve as branch manager',
  zm: 'Approve as zonal manager',
  cm: 'Approve as corporate manager',
  fm: 'Verify fund',
  link: 'Payment links to send',
  special: 'Special approvals to settle',
  unpaid: 'Links not paid',
  publish: 'Publish the rates of today',
  accept: 'Notes to accept',
  return: 'Rejected notes to take back',
  answer: 'Discrepancies to answer',
  decide: 'Discrepancies to review',
  flashanswer: 'Flash discrepancies to answer',
  flashdecide: 'Flash discrepancies to review',
  auditopen: 'Audits to carry out',
  auditreview: 'Audits in review',
  flashopen: 'Flash audits to carry out',
  flashreview: 'Flash audits in review',
  licence: 'Licence documents to decide',
  proposal: 'Changes to approve',
  job: 'Jobs that failed',
};

/** The heading of each group whose rows home lists. */
const groups: Readonly<Record<QueueKind, string>> = {
  deliver: kinds.deliver,
  collect: kinds.collect,
  sentback: kinds.sentback,
  bm: kinds.bm,
  zm: kinds.zm,
  cm: kinds.cm,
  fm: kinds.fm,
  link: kinds.link,
  special: kinds.special,
  unpaid: kinds.unpaid,
  refund: 'Money to return',
  draft: 'My drafts',
};

/** The next action of a row, as the label of its button. */
const actions: Readonly<Record<QueueKind, string>> = {
  deliver: 'Deliver',
  collect: 'Collect',
  sentback: 'Correct',
  bm: 'Approve',
  zm: 'Approve',
  cm: 'Approve',
  fm: 'Verify',
  link: 'Send link',
  special: 'Settle',
  unpaid: 'Open',
  refund: 'Return',
  draft: 'Continue',
};

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** All texts of the home screen. A translation is a second object of this shape. */
export const homeText = {
  /** The first word of a name, as people are spoken to. */
  heading: (total: string, isOne: boolean, name: string) =>
    `${total === '0' ? 'Nothing waits' : `${total} ${isOne ? 'item waits' : 'items wait'}`} for you, ${name.split(' ')[0] ?? name}`,
  stops: (deliveries: number, collections: number) =>
    [
      deliveries > 0 ? count(deliveries, 'delivery', 'deliveries') : '',
      collections > 0 ? count(collections, 'collection', 'collections') : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  newRequest: 'New Request',
  age: {
    minutes: (n: number) => `${n} min`,
    hours: (n: number) => `${n} h`,
    days: (n: number) => `${n} d`,
  },
  queue: {
    groups,
    actions,
    region: 'Your work',
    others: 'Also waiting',
    nothing: 'Nothing waits for you.',
    nothingText: 'New work appears here by itself.',
    all: 'All',
    more: 'More wait than are shown here.',
    open: 'Open',
    accept: 'Accept first',
    approveAnyway: 'Approve anyway',
    failed: 'Your work could not be loaded.',
    request: (srno: number) => `Request ${srno}`,
    moreLines: (n: number) => `and ${n} more`,
    buys: 'We buy',
    noName: 'No name yet',
    noLink: 'Nobody can pay by this link now.',
    copied: 'The link is copied.',
    linkTitle: 'Payment link',
    sendLink: 'Send',
    linkTo: (amount: string, name: string) => `${amount} to ${name}`,
    approved: (srno: number, name: string) => `Request ${srno} of ${name} is approved.`,
    by: (name: string) => `${name}: `,
    why: {
      madeBy: (name: string) => `Made by ${name}. Paid in full.`,
      approvedBy: (name: string) => `Approved by ${name} before you.`,
      link: (name: string) => `${name} asks for a payment link. It is not sent yet.`,
      special: (name: string, reference: string) =>
        `${reference === '' ? 'No reference' : reference}. Made by ${name}. The money has not arrived.`,
      unpaid: (due: string) => `${due} is not paid.`,
      expired: (due: string) => `The link has expired. ${due} is not paid.`,
      short: (due: string) => `Payment is short by ${due}.`,
      begun: 'The transaction type is not chosen yet.',
      noDocuments: 'No documents yet.',
      unfinished: 'Complete, but not made Final.',
    },
    keys: {
      move: 'move',
      do: 'do it',
      approve: 'approve and next',
      open: 'open',
      copyLink: 'copy link',
      sendLink: 'send link',
      next: 'Next item of your work',
      previous: 'Previous item of your work',
      openRow: 'Open the request of the item',
      approveRow: 'Approve the item and go to the next',
    },
  },
  stop: {
    next: (name: string, isSale: boolean) => `Next, ${isSale ? 'hand over to' : 'collect from'} ${name}`,
    inHand: 'In your hand. Paid, nothing to collect.',
    pay: (amount: string) => `Pay ${amount} to the customer.`,
    call: 'Call',
    callName: (name: string) => `Call ${name}`,
    map: 'Map',
    mapName: (name: string) => `Map of ${name}`,
    noAddress: 'No address is given.',
    deliver: {
      title: 'Confirm the delivery',
      question: (lines: string, name: string) => `Have you handed ${lines} to ${name}?`,
    },
    collect: {
      title: 'Confirm the collection',
      question: (lines: string, name: string) => `Have you received ${lines} from ${name}?`,
    },
  },
  today: {
    region: 'Today',
    sold: 'Sold today',
    bought: 'Bought today',
    deals: 'Deals today',
    margin: 'Margin today',
    sales: (n: number) => count(n, 'sale', 'sales'),
    purchases: (n: number) => count(n, 'purchase', 'purchases'),
    dealt: (sales: number, purchases: number) =>
      `${count(sales, 'sale', 'sales')}, ${count(purchases, 'purchase', 'purchases')}`,
    overIbr: 'Over the inter-bank rate',
    chart: 'Sold on each of the last eight days, today last',
    day: (date: string, amount: string) => `${date}: ${amount}`,
  },
  waiting: { kinds },
  rates: {
    title: 'Rates today',
    table: 'Rates',
    currency: 'Currency',
    buy: 'We buy',
    sell: 'We sell',
    ibr: 'IBR',
    today: (time: string) => `Published today at ${time}`,
    earlier: (moment: string) => `Not published today. Rates of ${moment}`,
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
