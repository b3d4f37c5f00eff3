import { addDays, formatDate, readIsoDate, type IsoDate } from '#domain/dates.ts';

export interface SampleRow {
  number: number;
  date: string;
  customer: string;
  branch: string;
  side: 'WE BUY' | 'WE SELL';
  currency: string;
  quantity: string;
  amount: string;
  state: 'waiting' | 'done' | 'refused' | 'info';
}

const customers = [
  'Asha Kulkarni',
  'Rahul Deshmukh',
  'Meera Iyer',
  'Imran Shaikh',
  'Fatima Contractor',
  'Joseph D’Souza',
];
const branches = ['Mumbai, Fort', 'Pune, Camp', 'Nagpur, Sitabuldi', 'Nashik, College Road'];
const currencies = ['USD', 'EUR', 'GBP', 'AED', 'SGD', 'THB'];
const states = ['waiting', 'done', 'done', 'refused', 'info'] as const;
const FIRST_DAY = readIsoDate('2026-11-15') as IsoDate;

const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[], index: number) =>
  items[index % items.length] as Item;

/** Rows that are the same on every visit, so that pictures can be compared. */
export function sampleRows(count: number, from = 0): SampleRow[] {
  return Array.from({ length: count }, (_none, offset) => {
    const index = from + offset;
    const spread = (index * 7919) % 10_007;
    return {
      number: 240_000 - index,
      date: formatDate(addDays(FIRST_DAY, -Math.floor(index / 6))),
      customer: pick(customers, spread),
      branch: pick(branches, spread),
      side: spread % 3 === 0 ? 'WE BUY' : 'WE SELL',
      currency: pick(currencies, spread),
      quantity: String(100 + (spread % 90) * 50),
      amount: `${(100 + (spread % 90) * 50) * (60 + (spread % 40))}.${String(spread % 100).padStart(2, '0')}`,
      state: pick(states, spread),
    };
  });
}
