import { addDays, dateInIndia, isoDate, type IsoDate } from '#domain/dates.ts';
import { usualRatePlaces } from '#domain/masters/currency.ts';
import { exact, percentOf, subtractRupees, toWholeRupees, type Rupees } from '#domain/money.ts';
import { isPublic, isSale, type TransactionType } from '#domain/requests/codes.ts';
import { priceDraft } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { bulkCustomer, publicCustomer } from './customers.ts';
import { dice, minutesAfterTen, PLACES, timeOfStep } from './request-rows.ts';
import type { Day, Deal, Dice, Place } from './request-rows.ts';

/**
 * The finished requests of the three months before this one, as many as a monthly audit needs. Every request has all
 * approvals. Notes are sold from the counter or delivered, and bought at the counter.
 */

const MONTHS_BACK = 3;
/** Requests of each branch in each of the months. */
const PER_MONTH: Readonly<Record<string, number>> = { MUM: 40, DEL: 18, PUN: 8, BLR: 6 };
const REQUESTS_OF_MONTH = Object.values(PER_MONTH).reduce((sum, count) => sum + count, 0);
export const FINISHED_REQUESTS = MONTHS_BACK * REQUESTS_OF_MONTH;

/** Repeated for the requests of a branch and month; the first six have every type. */
const TYPES: readonly TransactionType[] = [
  'SP', 'PP', 'SP', 'SB', 'SP', 'PB', 'SP', 'PP', 'SP', 'SP', 'SP', 'PP', 'SP', 'SP', 'SB', 'SP', 'PP', 'SP', 'SP', 'PB',
]; // prettier-ignore
/** What is special about some requests of a branch and month, by their place among these. */
const WITH_CARD = new Set([2, 12, 22, 31, 32]);
const WITH_SPECIAL_APPROVAL = new Set([9, 24, 35]);
/** Findings for an auditor: a sale for too much cash, and a traveller without PAN. */
const WITH_TOO_MUCH_CASH = new Set([8, 28]);
const WITHOUT_PAN = new Set([13, 33]);

/** Multiplied by a place among the requests of a month, it mixes the types over the days: no count is a multiple. */
const STRIDE = 7;
/** The branch is closed on Sundays and on the national holidays. */
const HOLIDAYS = ['01-26', '08-15', '10-02'];
const SUNDAY = 0;
/** Begun before half past two, a request is delivered before the branch closes. */
const OPEN_MINUTES = 270;

/** The smallest usual quantity of each currency. */
const UNIT = { USD: 50, EUR: 50, GBP: 20, AED: 100, SGD: 50, THB: 500, JPY: 10_000 } as const;
const NOTE_CURRENCIES = ['USD', 'AED', 'EUR', 'USD', 'THB', 'GBP', 'USD', 'SGD', 'EUR', 'JPY'] as const;
const CARD_CURRENCIES = ['USD', 'EUR', 'GBP', 'AUD', 'CAD'] as const;
const CARD_UNIT = 100;

const firstOfMonth = (monthsBack: number): IsoDate => {
  const [year = 0, month = 0] = dateInIndia(Date.now()).split('-').map(Number);
  return isoDate(new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 10));
};

/** The first and the last day of the months. */
export const finishedSpan = (): { readonly from: IsoDate; readonly to: IsoDate } => ({
  from: firstOfMonth(MONTHS_BACK),
  to: addDays(firstOfMonth(0), -1),
});

const isWorkingDay = ({ day }: Day) =>
  new Date(day).getUTCDay() !== SUNDAY && !HOLIDAYS.includes(day.slice('2026-'.length));

/** `days` are all days of the span with their rates. */
export function finishedRequests(days: readonly Day[]): Deal[] {
  const roll = dice(20_260_816);
  const working = days.filter(isWorkingDay);
  return Array.from({ length: MONTHS_BACK }, (_, index) => firstOfMonth(MONTHS_BACK - index)).flatMap(
    (first) => {
      const ofMonth = working.filter(({ day }) => day.slice(0, 7) === first.slice(0, 7));
      return Object.entries(PER_MONTH).flatMap(([branch, count]) =>
        Array.from({ length: count }, (_, at) => {
          const part = (((at * STRIDE) % count) + roll(100) / 100) / count;
          const day = ofMonth[Math.floor(part * ofMonth.length)];
          const places = PLACES.filter(({ id }) => id === branch);
          const place = places[roll(places.length)];
          if (day === undefined || place === undefined) throw new Error(`no day or no people for ${branch}`);
          return requestOf(at, place, day, roll);
        }),
      );
    },
  );
}

function requestOf(at: number, place: Place, { day, rates }: Day, roll: Dice): Deal {
  const type = TYPES[at % TYPES.length] ?? 'SP';
  const began = minutesAfterTen(day, roll(OPEN_MINUTES));
  const isDelivery = isSale(type) && roll(2) === 0;
  const lines = linesOf(at, type, roll).map((line) => {
    const ibr = rates[line.isd] ?? '1';
    return {
      ...line,
      ibr,
      rate: (Number(ibr) * (1 + marginOf(type, roll))).toFixed(Number(usualRatePlaces(line.isd))),
    };
  });
  const totals = priceDraft({ type, products: lines, otherCharges: '', tcs: '' }, schemeById('FULL'))?.totals;
  if (totals === undefined) throw new Error('a demo request has no type');
  const [id, state] = [place.id, place.state];
  return {
    stage: isDelivery ? 'delivered' : 'handed',
    place,
    type,
    isDelivery,
    day,
    began,
    lines,
    totals,
    payments: paymentsOf(at, type, totals.grandTotal, roll, timeOfStep(began, 6)),
    customer: isPublic(type)
      ? publicCustomer({ day: isoDate(day), state, isSale: isSale(type), hasPan: !WITHOUT_PAN.has(at) }, roll)
      : bulkCustomer({ branch: id, state, isSale: isSale(type) }, roll),
    accountNumber: '',
  };
}

/** The part of the inter-bank rate that the business earns; wholesale earns less. */
function marginOf(type: TransactionType, roll: Dice): number {
  const percent = isPublic(type) ? 0.9 + roll(60) / 100 : 0.2 + roll(20) / 100;
  return (isSale(type) ? percent : -percent) / 100;
}

function linesOf(at: number, type: TransactionType, roll: Dice) {
  if (WITH_TOO_MUCH_CASH.has(at))
    return [{ product: 'CN' as const, isd: 'USD', quantity: String((12 + roll(18)) * UNIT.USD) }];
  if (WITH_CARD.has(at)) {
    const isd = CARD_CURRENCIES[roll(CARD_CURRENCIES.length)] ?? 'USD';
    const quantity = String((5 + roll(isSale(type) ? 40 : 6)) * CARD_UNIT);
    return [{ product: 'CARD' as const, isd, quantity }, ...noteLines(roll(2), () => 2 + roll(8), roll)];
  }
  if (isPublic(type)) return noteLines(roll(5) < 3 ? 1 : 2, () => 2 + roll(isSale(type) ? 22 : 12), roll);
  return noteLines(2 + roll(3), () => 20 + roll(80), roll);
}

/** Lines of different currencies. */
function noteLines(count: number, units: () => number, roll: Dice) {
  const start = roll(NOTE_CURRENCIES.length);
  const inTurn = [...NOTE_CURRENCIES.slice(start), ...NOTE_CURRENCIES.slice(0, start)];
  return [...new Set(inTurn)]
    .slice(0, count)
    .map((isd) => ({ product: 'CN' as const, isd, quantity: String(units() * UNIT[isd]) }));
}

const CASH_BELOW = 50_000;
const TRANSFERS = ['NEFT', 'RTGS', 'IMPS', 'UPI'];

/** Small amounts are often cash. Half of some sales came later, on special approval, and is settled. */
function paymentsOf(at: number, type: TransactionType, grandTotal: Rupees, roll: Dice, settledAt: string) {
  const cash = (amount: Rupees) => ({ type: 'CASH' as const, bank: null, reference: '', amount });
  const bank = (amount: Rupees) => ({
    type: 'BANK' as const,
    bank: 1 + roll(20),
    reference: `${TRANSFERS[roll(TRANSFERS.length)]}${100_000 + roll(900_000)}`,
    amount,
  });
  if (WITH_TOO_MUCH_CASH.has(at)) return [cash(grandTotal)];
  if (WITH_SPECIAL_APPROVAL.has(at) && isSale(type)) {
    const half = toWholeRupees(percentOf(exact('50'), grandTotal));
    const reference = 'Agreed by head office';
    const rest = {
      type: 'SPR' as const,
      bank: null,
      reference,
      amount: subtractRupees(grandTotal, half),
      settledAt,
    };
    return [bank(half), rest];
  }
  const isSmall = isPublic(type) && Number(grandTotal) < CASH_BELOW;
  return [isSmall && roll(10) < 7 ? cash(grandTotal) : bank(grandTotal)];
}
