import { rupees, sumRupees, type Rupees } from '#domain/money.ts';
import { LEVELS, type Level } from '#domain/requests/approval.ts';
import type { Totals } from '#domain/requests/charges.ts';
import { isSale, type PaymentType, type Product, type TransactionType } from '#domain/requests/codes.ts';

/** The progress of a request; `ready` requests are sales of Mumbai whose notes are sent out today. */
export type Stage =
  | 'draft' | 'homeless' | 'withdrawn' | 'unlocked' | 'link' | 'BM' | 'ZM' | 'CM' | 'FM' | 'approved'
  | 'ready' | 'scheduled' | 'delivered' | 'handed'; // prettier-ignore

/** The levels that have approved at a stage; the fund manager can approve before the corporate manager. */
const APPROVED: Readonly<Partial<Record<Stage, readonly Level[]>>> = {
  ZM: ['BM'],
  CM: ['BM', 'ZM', 'FM'],
  FM: ['BM', 'ZM', 'CM'],
  approved: LEVELS,
  ready: LEVELS,
  scheduled: LEVELS,
  delivered: LEVELS,
  handed: LEVELS,
};
const APPROVER: Readonly<Record<Level, string>> = {
  BM: 'branch manager',
  ZM: 'zonal manager',
  CM: 'corporate manager',
  FM: 'fund manager',
};
const STATUS: Readonly<Partial<Record<Stage, string>>> = { scheduled: 'S', delivered: 'D', handed: 'H' };
const UNSUBMITTED: readonly Stage[] = ['draft', 'homeless', 'withdrawn', 'unlocked'];
const isSubmittedAt = (stage: Stage) => !UNSUBMITTED.includes(stage);
/** Payments entered at Final still count when the request is unlocked. */
export const isFinalAt = (stage: Stage): boolean => isSubmittedAt(stage) || stage === 'unlocked';

/** Where a request is made, and by whom. */
export interface Place {
  readonly id: string;
  readonly sales: string;
  readonly delivery: string;
  readonly user: string;
  readonly manager: string;
  readonly zone: string;
  readonly state: string;
}
const MUM = {
  id: 'MUM',
  sales: 'E101',
  user: 'sales.mum',
  manager: 'bm.mum',
  zone: 'zm.west',
  state: 'Maharashtra',
};
export const PLACES: readonly Place[] = [
  { ...MUM, delivery: 'E111' },
  { id: 'DEL', sales: 'E201', delivery: 'E211', user: 'sales.del', manager: 'bm.del', zone: 'admin', state: 'Delhi' },
  { ...MUM, delivery: 'E112' },
  { id: 'PUN', sales: 'E301', delivery: 'E311', user: 'zm.west', manager: 'admin', zone: 'zm.west', state: 'Maharashtra' },
  { id: 'BLR', sales: 'E401', delivery: 'E401', user: 'admin', manager: 'admin', zone: 'admin', state: 'Karnataka' },
]; // prettier-ignore

export type Dice = (sides: number) => number;
/** A deterministic random generator for the seed. */
export function dice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A day with its inter-bank rates. */
export interface Day {
  readonly day: string;
  readonly rates: Readonly<Record<string, string>>;
}
export interface Person {
  readonly srno: number;
  readonly name: string;
}

interface DealPayment {
  readonly type: PaymentType;
  readonly amount: Rupees;
  readonly bank: number | null;
  readonly reference: string;
  readonly settledAt?: string;
}

/** What is decided about a request before it has a number. */
export interface Deal {
  readonly stage: Stage;
  readonly place: Place;
  readonly type: TransactionType;
  readonly isDelivery: boolean;
  readonly day: string;
  /** The time at which it was begun, in milliseconds since 1970. */
  readonly began: number;
  readonly lines: readonly {
    readonly product: Product;
    readonly isd: string;
    readonly quantity: string;
    readonly rate: string;
    readonly ibr: string;
  }[];
  readonly totals: Totals;
  readonly payments: readonly DealPayment[];
  /** Columns of the customer, as they are stored. */
  readonly customer: Readonly<Record<string, string | null>>;
  readonly accountNumber: string;
}

const MINUTES = 60_000;
const STEP_MINUTES = 25;
/** The time of a step after a request was begun, never in the future. */
export const timeOfStep = (began: number, step: number): string =>
  new Date(Math.min(began + step * STEP_MINUTES * MINUTES, Date.now())).toISOString();
/** Minutes after ten in the morning of a day in India. */
export const minutesAfterTen = (day: string, minutes: number): number =>
  Date.parse(`${day}T10:00:00+05:30`) + minutes * MINUTES;

const NOBODY: Person = { srno: 1, name: '' };
const NOT_RECEIVED = rupees('0');

/** The rows of a request under its number. */
export function rowsOf(deal: Deal, srno: number, people: ReadonlyMap<string, Person>) {
  const { stage, place, type, day, totals } = deal;
  const moment = (step: number) => timeOfStep(deal.began, step);
  const person = (id: string) => people.get(id) ?? NOBODY;
  const isHomeless = stage === 'homeless';
  const isFinal = isFinalAt(stage);
  const hasLink = stage === 'link';
  const movesNotes = deal.lines.some(({ product }) => product === 'CN');
  const makerId = isHomeless ? 'sales.mum' : place.user;
  const maker = person(makerId);
  const approvers: Readonly<Record<Level, Person>> = {
    BM: person(place.manager),
    ZM: person(place.zone),
    CM: person('cm.ho'),
    FM: person('fm.ho'),
  };
  const approved = APPROVED[stage] ?? [];
  const payments = deal.payments.map(({ settledAt, ...payment }, index) => ({
    request: srno,
    line_no: index + 1,
    ...payment,
    paid_on: day,
    received: isFinal ? payment.amount : NOT_RECEIVED,
    ...(settledAt === undefined
      ? {}
      : { settled_at: settledAt, settled_by_name: 'Farhan Qureshi', settled_note: 'Came by NEFT' }),
  }));
  const request = {
    srno,
    ref_no: `${makerId}${day.replaceAll('-', '')}${String(srno).padStart(6, '0')}`,
    branch: isHomeless ? null : place.id,
    sales: isHomeless ? null : place.sales,
    handover: isHomeless ? '' : deal.isDelivery ? 'DEL' : 'IN',
    delivery: !isHomeless && deal.isDelivery ? place.delivery : null,
    state: place.state,
    type,
    ...deal.customer,
    other_details: '',
    scheme: 'FULL',
    forex_total: totals.forexTotal,
    fee: totals.fee,
    other_charges: totals.otherCharges,
    gst: totals.gst,
    tcs: totals.tcs,
    round_off: totals.roundOff,
    grand_total: totals.grandTotal,
    received: sumRupees(payments.map(({ received }) => received)),
    remitter_bank: hasLink ? '3044' : '',
    account_number: deal.accountNumber,
    ifsc: hasLink ? 'HDFC0000001' : '',
    link_requested: hasLink && isSale(type),
    link_sent: false,
    link_round: 1,
    submitted: isSubmittedAt(stage),
    submitted_at: isFinal ? moment(1) : null,
    status: STATUS[stage] ?? 'P',
    ...Object.fromEntries<string | number | null>(
      LEVELS.flatMap((level, step): [string, string | number | null][] => {
        const [name, has] = [level.toLowerCase(), approved.includes(level)];
        return [
          [`${name}_by`, has ? approvers[level].srno : null],
          [`${name}_by_name`, has ? approvers[level].name : null],
          [`${name}_at`, has ? moment(2 + step) : null],
        ];
      }),
    ),
    is_out: movesNotes && isSale(type) && STATUS[stage] !== undefined,
    is_in: movesNotes && !isSale(type) && (stage === 'delivered' || stage === 'handed'),
    withdrawn_at: stage === 'withdrawn' ? moment(3) : null,
    made_on: day,
    made_at: moment(0),
    made_by: maker.srno,
    made_by_name: maker.name,
    version: stage === 'unlocked' || stage === 'withdrawn' ? 2 : 1,
    changed_by: maker.srno,
    changed_by_name: maker.name,
    changed_at: moment(3),
  };
  const said = (step: number, by: Person, remark: string) => ({
    request: srno,
    at: moment(step),
    by_name: by.name,
    remark,
  });
  return {
    request,
    products: deal.lines.map(({ ibr, ...line }, index) => ({
      request: srno,
      line_no: index + 1,
      ...line,
      amount: totals.lineAmounts[index],
      ibr: isFinal ? ibr : null,
    })),
    payments,
    activity: [
      said(0, maker, isFinal ? 'The request is submitted.' : 'The draft is saved.'),
      ...approved.map((level, step) => said(2 + step, approvers[level], `Approved as ${APPROVER[level]}.`)),
      ...(stage === 'unlocked'
        ? [
            said(
              3,
              approvers.BM,
              'Unlocked; every approval is taken back. Reason: The customer wants another sum.',
            ),
          ]
        : []),
      ...(stage === 'withdrawn' ? [said(3, maker, 'Withdrawn.')] : []),
    ],
  };
}
