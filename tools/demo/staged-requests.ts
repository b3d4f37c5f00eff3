import { addDays, isoDate } from '#domain/dates.ts';
import { usualRatePlaces } from '#domain/masters/currency.ts';
import { exact, percentOf, subtractRupees, toWholeRupees, type Rupees } from '#domain/money.ts';
import { isPublic, isSale, type TransactionType } from '#domain/requests/codes.ts';
import { priceDraft } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { dice, minutesAfterTen, PLACES, timeOfStep } from './request-rows.ts';
import type { Day, Deal, Dice, Stage } from './request-rows.ts';

/** Repeated in this order, oldest first. Requests in progress are recent, as in a business that keeps up. */
const STAGES: readonly Stage[] = [
  'delivered', 'handed', 'delivered', 'handed', 'withdrawn', 'delivered', 'handed', 'delivered', 'handed', 'delivered',
  'handed', 'delivered', 'handed', 'delivered', 'handed', 'handed', 'delivered', 'handed', 'delivered', 'handed',
  'delivered', 'handed', 'handed', 'delivered', 'ZM', 'unlocked', 'BM', 'link', 'approved', 'scheduled',
  'CM', 'ZM', 'BM', 'draft', 'FM', 'approved', 'CM', 'unlocked', 'BM', 'ZM',
  'link', 'BM', 'draft', 'FM', 'ZM', 'BM', 'homeless', 'approved', 'CM', 'BM',
  'link', 'ZM', 'draft', 'BM', 'unlocked', 'ZM', 'BM', 'draft', 'link', 'BM',
  'ready', 'scheduled', 'ready', 'FM', 'scheduled', 'ready', 'CM', 'scheduled', 'ready', 'ready',
]; // prettier-ignore

const MUMBAI = PLACES.filter(({ id }) => id === 'MUM');
const TYPES: readonly TransactionType[] = ['SP', 'SP', 'PP', 'SB', 'SP', 'PB', 'PP', 'SP'];
const TRAVELLERS = [
  'Kavya Iyer', 'Rahul Menon', 'Zoya Khan', 'Arjun Reddy', 'Tara Bose', 'Ishaan Gill', 'Ritu Saxena', 'Manav Jain',
  'Diya Thomas', 'Sanjay Naidu', 'Neha Dutta', 'Varun Pandey',
]; // prettier-ignore
const FIRMS = ['Orient Travels Pvt Ltd', 'Bluewater Tours LLP', 'Capital Forex Dealers', 'Nilgiri Exports'];
const DESTINATIONS = [
  'Thailand',
  'United Arab Emirates',
  'Singapore',
  'United Kingdom',
  'United States',
  'Sri Lanka',
];
const PURPOSES = ['LEISURE', 'BUSINESS', 'EDUCATION', 'MEDICAL', 'PILGRIMAGE'];
const CURRENCIES = ['USD', 'EUR', 'GBP', 'AED', 'SGD', 'THB'];

/** The first requests are older, so that most months of a year have some. They are finished or withdrawn. */
export const EARLIER = 24;
const DAYS_BETWEEN_EARLIER = 9;

/** Requests of the last weeks in every possible state, oldest first, after some earlier ones. */
export function stagedRequests(days: readonly Day[]): Deal[] {
  const roll = dice(20_260_401);
  return STAGES.map((stage, index) => requestOf(index + 1, stage, days, roll));
}

/** The day of a request; the earlier ones use the oldest rates. */
function dayOf(place: number, days: readonly Day[]): Day | undefined {
  const [oldest] = days;
  if (oldest !== undefined && place <= EARLIER)
    return {
      day: addDays(isoDate(oldest.day), -DAYS_BETWEEN_EARLIER * (EARLIER + 1 - place)),
      rates: oldest.rates,
    };
  const part = (place - 1 - EARLIER) / (STAGES.length - EARLIER);
  return days[Math.min(days.length - 1, Math.floor(part * days.length))];
}

/** The request at a place in the stages; the first is at 1. */
function requestOf(at: number, stage: Stage, days: readonly Day[], roll: Dice): Deal {
  const isReady = stage === 'ready';
  const place = (isReady ? MUMBAI[at % 2] : PLACES[roll(PLACES.length)]) ?? MUMBAI[0];
  if (place === undefined) throw new Error('the demo has no branch');
  // Only sales have a link.
  const drawn = TYPES[at % TYPES.length] ?? 'SP';
  const type = isReady || (stage === 'link' && !isSale(drawn)) ? 'SP' : drawn;
  const isDelivery =
    isReady || stage === 'delivered' || stage === 'scheduled' || (stage !== 'handed' && roll(2) === 0);
  const { day = '', rates = {} } = dayOf(at, days) ?? {};
  const began = minutesAfterTen(day, roll(360));

  const lines = Array.from({ length: 1 + roll(3) }, (_, index) => {
    const isd = CURRENCIES[(roll(CURRENCIES.length) + index) % CURRENCIES.length] ?? 'USD';
    const ibr = rates[isd] ?? '1';
    const margin = isSale(type) ? 1.012 : 0.985;
    return {
      product: roll(4) === 0 ? ('CARD' as const) : ('CN' as const),
      isd,
      quantity: String((1 + roll(isPublic(type) ? 20 : 120)) * (isd === 'THB' ? 500 : 50)),
      rate: (Number(ibr) * margin).toFixed(Number(usualRatePlaces(isd))),
      ibr,
    };
  });
  const traveller = TRAVELLERS[roll(TRAVELLERS.length)] ?? '';
  const totals = priceDraft(
    { type, products: lines, otherCharges: '', tcs: type === 'SP' && roll(5) === 0 ? '500' : '' },
    schemeById('FULL'),
  )?.totals;
  if (totals === undefined) throw new Error('a demo request has no type');
  const payments = paymentsOf(at, totals.grandTotal, stage === 'link', roll, timeOfStep(began, 6));
  return {
    stage,
    place,
    type,
    isDelivery,
    day,
    began,
    lines,
    totals,
    payments,
    customer: customerOf(at, type, traveller, roll),
    accountNumber: stage === 'link' ? `0012${1_000_000 + roll(9_000_000)}` : '',
  };
}

function customerOf(at: number, type: TransactionType, traveller: string, roll: Dice): Deal['customer'] {
  const ofPublic = isPublic(type);
  const hasAadhaar = at % 9 === 0;
  return {
    entity_name: ofPublic ? '' : (FIRMS[roll(FIRMS.length)] ?? ''),
    traveller_name: ofPublic ? traveller : '',
    id_type: ofPublic ? (hasAadhaar ? '7' : '1') : '',
    id_number: ofPublic
      ? hasAadhaar
        ? `XXXXXXXX${1_000 + roll(9_000)}`
        : `P${1_000_000 + roll(9_000_000)}`
      : '',
    kyc_address: `${1 + roll(90)} Gandhi Road`,
    delivery_address: `${1 + roll(90)} Station Road`,
    mobile: `98${String(10_000_000 + roll(90_000_000))}`,
    email: ofPublic ? `${traveller.toLowerCase().replace(' ', '.')}@bureau.example` : 'desk@bureau.example',
    pan:
      type === 'SP'
        ? `DEMP${String.fromCharCode(65 + roll(26))}${1_000 + roll(9_000)}${String.fromCharCode(65 + roll(26))}`
        : '',
    nationality: ofPublic ? 'Indian' : '',
    residency: ofPublic ? 'R' : '',
    purpose: type === 'SP' ? (PURPOSES[roll(PURPOSES.length)] ?? '') : '',
    destination: type === 'SP' ? (DESTINATIONS[roll(DESTINATIONS.length)] ?? '') : '',
    travel_date: null,
    date_of_birth: null,
  };
}

const CASH_BELOW = 50_000;
/** Special approvals of requests before this place are settled. */
const FIRST_UNSETTLED = 20;

/**
 * Cash for small amounts, otherwise by bank; sometimes half of it on special approval, some of these already settled.
 */
function paymentsOf(at: number, grandTotal: Rupees, hasLink: boolean, roll: Dice, settledAt: string) {
  const line = (type: 'CASH' | 'BANK' | 'SPR', amount: Rupees) => ({
    type,
    bank: type === 'BANK' ? 1 + roll(20) : null,
    reference:
      type === 'BANK' ? `NEFT${100_000 + roll(900_000)}` : type === 'SPR' ? 'Agreed by head office' : '',
    amount,
    ...(type === 'SPR' && at < FIRST_UNSETTLED ? { settledAt } : {}),
  });
  const half = toWholeRupees(percentOf(exact('50'), grandTotal));
  if (hasLink) return roll(2) === 0 ? [] : [line('BANK', half)];
  if (at % 6 === 0) return [line('BANK', half), line('SPR', subtractRupees(grandTotal, half))];
  return [line(Number(grandTotal) < CASH_BELOW ? 'CASH' : 'BANK', grandTotal)];
}
