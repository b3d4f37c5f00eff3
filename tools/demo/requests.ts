import type pg from 'pg';
import { addDays, isoDate } from '#domain/dates.ts';
import {
  exact,
  NO_RUPEES,
  percentOf,
  subtractRupees,
  sumRupees,
  toWholeRupees,
  type Rupees,
} from '#domain/money.ts';
import { LEVELS, type Level } from '#domain/requests/approval.ts';
import { isPublic, isSale, type TransactionType } from '#domain/requests/codes.ts';
import { priceDraft } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';

/** The progress of a request; `ready` requests are sales of Mumbai whose notes are sent out today. */
type Stage =
  | 'draft' | 'homeless' | 'withdrawn' | 'unlocked' | 'link' | 'BM' | 'ZM' | 'CM' | 'FM' | 'approved'
  | 'ready' | 'scheduled' | 'delivered' | 'handed'; // prettier-ignore

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
const STATUS: Readonly<Partial<Record<Stage, string>>> = { scheduled: 'S', delivered: 'D', handed: 'H' };
const UNSUBMITTED: readonly Stage[] = ['draft', 'homeless', 'withdrawn', 'unlocked'];

const BRANCHES = [
  { id: 'MUM', sales: 'E101', delivery: 'E111', user: 'sales.mum', manager: 'bm.mum', zone: 'zm.west', state: 'Maharashtra' },
  { id: 'DEL', sales: 'E201', delivery: 'E211', user: 'sales.del', manager: 'bm.del', zone: 'admin', state: 'Delhi' },
  { id: 'MUM', sales: 'E101', delivery: 'E112', user: 'sales.mum', manager: 'bm.mum', zone: 'zm.west', state: 'Maharashtra' },
  { id: 'PUN', sales: 'E301', delivery: 'E311', user: 'zm.west', manager: 'admin', zone: 'zm.west', state: 'Maharashtra' },
  { id: 'BLR', sales: 'E401', delivery: 'E401', user: 'admin', manager: 'admin', zone: 'admin', state: 'Karnataka' },
] as const; // prettier-ignore
const MUMBAI = [BRANCHES[0], BRANCHES[2]] as const;
const TYPES: readonly TransactionType[] = ['SP', 'SP', 'PP', 'SB', 'SP', 'PB', 'PP', 'SP'];
const TRAVELLERS = [
  'Kavya Iyer', 'Rahul Menon', 'Zoya Khan', 'Arjun Reddy', 'Tara Bose', 'Ishaan Gill', 'Ritu Saxena', 'Manav Jain',
  'Diya Thomas', 'Sanjay Naidu', 'Neha Dutta', 'Varun Pandey',
]; // prettier-ignore
const FIRMS = ['Orient Travels Pvt Ltd', 'Bluewater Tours LLP', 'Capital Forex Dealers', 'Nilgiri Exports'];
const PLACES = [
  'Thailand',
  'United Arab Emirates',
  'Singapore',
  'United Kingdom',
  'United States',
  'Sri Lanka',
];
const PURPOSES = ['LEISURE', 'BUSINESS', 'EDUCATION', 'MEDICAL', 'PILGRIMAGE'];
const CURRENCIES = ['USD', 'EUR', 'GBP', 'AED', 'SGD', 'THB'];

const DAYS = 45;
/** The first requests are older, so that most months of a year have some. */
const EARLIER = 24;
const DAYS_BETWEEN_EARLIER = 9;
const MINUTES = 60_000;

/** A deterministic random generator for the seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface Day {
  readonly day: string;
  readonly rates: Readonly<Record<string, string>>;
}
interface Person {
  readonly srno: number;
  readonly name: string;
}
interface Ground {
  readonly days: readonly Day[];
  readonly people: ReadonlyMap<string, Person>;
}

/** Requests of the last weeks in every possible state; the product's own rules compute their totals. */
export async function loadRequests(client: pg.Client): Promise<void> {
  const ground = await groundOf(client);
  const roll = dice(20_260_401);
  const made = STAGES.map((stage, index) => requestOf(index + 1, stage, ground, roll));
  const rows = (text: string, data: readonly object[]) => client.query(text, [JSON.stringify(data)]);
  const [first] = made;
  const columns = Object.keys(first?.request ?? {}).filter((name) => !NAMED.has(name));
  await rows(
    `insert into requests.request (${columns.join(', ')}, first_hash, makers, branch, sales_executive, delivery_executive, state)
     select ${columns.map((name) => `r.${name}`).join(', ')}, sha256(convert_to(r.ref_no, 'UTF8')), array[r.made_by], b.srno, s.srno, d.srno, t.srno
     from jsonb_array_elements($1) as e cross join jsonb_populate_record(null::requests.request, e - array['branch', 'sales', 'delivery', 'state']) as r
     left join masters.entity b on b.id = e ->> 'branch' left join masters.employee s on s.code = e ->> 'sales'
     left join masters.employee d on d.code = e ->> 'delivery' left join masters.state t on t.name = e ->> 'state'
     order by r.srno`,
    made.map(({ request }) => request),
  );
  await rows(
    `insert into requests.product_line select * from jsonb_populate_recordset(null::requests.product_line, $1)`,
    made.flatMap(({ products }) => products),
  );
  await rows(
    `insert into requests.payment_line select * from jsonb_populate_recordset(null::requests.payment_line, $1)`,
    made.flatMap(({ payments }) => payments),
  );
  await rows(
    `insert into requests.activity (request, at, by_name, remark)
     select request, at, by_name, remark from jsonb_to_recordset($1) as a (request integer, at timestamptz, by_name text, remark text)
     order by at`,
    made.flatMap(({ activity }) => activity),
  );
  await client.query(
    `select setval(pg_get_serial_sequence('requests.request', 'srno'), (select max(srno) from requests.request))`,
  );
}

const NAMED = new Set(['branch', 'sales', 'delivery', 'state']);

async function groundOf(client: pg.Client): Promise<Ground> {
  const days = await client.query<Day>(
    `select day::text, jsonb_object_agg(code, rate::text) as rates from rates.ibr_in_force
     where day >= (now() at time zone 'Asia/Kolkata')::date - ${DAYS} group by day order by day`,
  );
  const people = await client.query<Person & { id: string }>(
    'select user_id as id, srno, name from access.account',
  );
  return { days: days.rows, people: new Map(people.rows.map((person) => [person.id, person])) };
}

/** The day of a request; the earlier ones use the oldest rates. */
function dayOf(srno: number, days: readonly Day[]): Day | undefined {
  const [oldest] = days;
  if (oldest !== undefined && srno <= EARLIER)
    return {
      day: addDays(isoDate(oldest.day), -DAYS_BETWEEN_EARLIER * (EARLIER + 1 - srno)),
      rates: oldest.rates,
    };
  const part = (srno - 1 - EARLIER) / (STAGES.length - EARLIER);
  return days[Math.min(days.length - 1, Math.floor(part * days.length))];
}

function requestOf(srno: number, stage: Stage, { days, people }: Ground, roll: ReturnType<typeof dice>) {
  const isReady = stage === 'ready';
  const place = (isReady ? MUMBAI[srno % 2] : BRANCHES[roll(BRANCHES.length)]) ?? BRANCHES[0];
  // Only sales have a link.
  const drawn = TYPES[srno % TYPES.length] ?? 'SP';
  const type = isReady || (stage === 'link' && !isSale(drawn)) ? 'SP' : drawn;
  const isDelivery =
    isReady || stage === 'delivered' || stage === 'scheduled' || (stage !== 'handed' && roll(2) === 0);
  const at = dayOf(srno, days);
  const { day = '', rates = {} } = at ?? {};
  const isSubmitted = !UNSUBMITTED.includes(stage);
  // Payments entered at Final still count when the request is unlocked.
  const isFinal = isSubmitted || stage === 'unlocked';
  const hasLink = stage === 'link';
  const began = Date.parse(`${day}T10:00:00+05:30`) + roll(360) * MINUTES;
  const moment = (step: number) => new Date(Math.min(began + step * 25 * MINUTES, Date.now())).toISOString();
  const person = (id: string) => people.get(id) ?? { srno: 1, name: '' };

  const lines = Array.from({ length: 1 + roll(3) }, (_, index) => {
    const isd = CURRENCIES[(roll(CURRENCIES.length) + index) % CURRENCIES.length] ?? 'USD';
    const ibr = rates[isd] ?? '1';
    const margin = isSale(type) ? 1.012 : 0.985;
    return {
      product: roll(4) === 0 ? ('CARD' as const) : ('CN' as const),
      isd,
      quantity: String((1 + roll(isPublic(type) ? 20 : 120)) * (isd === 'THB' ? 500 : 50)),
      rate: (Number(ibr) * margin).toFixed(4),
      ibr,
    };
  });
  const traveller = TRAVELLERS[roll(TRAVELLERS.length)] ?? '';
  const totals = priceDraft(
    { type, products: lines, otherCharges: '', tcs: type === 'SP' && roll(5) === 0 ? '500' : '' },
    schemeById('FULL'),
  )?.totals;
  if (totals === undefined) throw new Error('a demo request has no type');
  const payments = paymentsOf(srno, day, totals.grandTotal, { isFinal, hasLink }, roll, moment(6));
  const maker = person(stage === 'homeless' ? 'sales.mum' : place.user);
  const approvers: Readonly<Record<Level, Person>> = {
    BM: person(place.manager),
    ZM: person(place.zone),
    CM: person('cm.ho'),
    FM: person('fm.ho'),
  };
  const approved = APPROVED[stage] ?? [];
  const isHomeless = stage === 'homeless';
  const request = {
    srno,
    ref_no: `${isHomeless ? 'sales.mum' : place.user}${day.replaceAll('-', '')}${String(srno).padStart(6, '0')}`,
    branch: isHomeless ? null : place.id,
    sales: isHomeless ? null : place.sales,
    handover: isHomeless ? '' : isDelivery ? 'DEL' : 'IN',
    delivery: !isHomeless && isDelivery ? place.delivery : null,
    state: place.state,
    type,
    entity_name: isPublic(type) ? '' : (FIRMS[roll(FIRMS.length)] ?? ''),
    traveller_name: isPublic(type) ? traveller : '',
    id_type: isPublic(type) ? (srno % 9 === 0 ? '7' : '1') : '',
    id_number: isPublic(type)
      ? srno % 9 === 0
        ? `XXXXXXXX${1_000 + roll(9_000)}`
        : `P${1_000_000 + roll(9_000_000)}`
      : '',
    kyc_address: `${1 + roll(90)} Gandhi Road`,
    delivery_address: `${1 + roll(90)} Station Road`,
    mobile: `98${String(10_000_000 + roll(90_000_000))}`,
    email: isPublic(type)
      ? `${traveller.toLowerCase().replace(' ', '.')}@bureau.example`
      : 'desk@bureau.example',
    other_details: '',
    pan:
      type === 'SP'
        ? `DEMP${String.fromCharCode(65 + roll(26))}${1_000 + roll(9_000)}${String.fromCharCode(65 + roll(26))}`
        : '',
    nationality: isPublic(type) ? 'Indian' : '',
    residency: isPublic(type) ? 'R' : '',
    purpose: type === 'SP' ? (PURPOSES[roll(PURPOSES.length)] ?? '') : '',
    destination: type === 'SP' ? (PLACES[roll(PLACES.length)] ?? '') : '',
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
    account_number: hasLink ? `0012${1_000_000 + roll(9_000_000)}` : '',
    ifsc: hasLink ? 'HDFC0000001' : '',
    link_requested: hasLink && isSale(type),
    link_sent: false,
    link_round: 1,
    submitted: isSubmitted,
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
    is_out: isSale(type) && STATUS[stage] !== undefined,
    is_in: !isSale(type) && (stage === 'delivered' || stage === 'handed'),
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
    products: lines.map(({ ibr, ...line }, index) => ({
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

const APPROVER: Readonly<Record<Level, string>> = {
  BM: 'branch manager',
  ZM: 'zonal manager',
  CM: 'corporate manager',
  FM: 'fund manager',
};
const CASH_BELOW = 50_000;

/**
 * Cash for small amounts, otherwise by bank; sometimes half of it on special approval, some of these already settled.
 */
function paymentsOf(
  request: number,
  day: string,
  grandTotal: Rupees,
  { isFinal, hasLink }: { readonly isFinal: boolean; readonly hasLink: boolean },
  roll: ReturnType<typeof dice>,
  settledAt: string,
) {
  const line = (line_no: number, type: 'CASH' | 'BANK' | 'SPR', amount: Rupees) => ({
    request,
    line_no,
    type,
    bank: type === 'BANK' ? 1 + roll(20) : null,
    reference:
      type === 'BANK' ? `NEFT${100_000 + roll(900_000)}` : type === 'SPR' ? 'Agreed by head office' : '',
    amount,
    paid_on: day,
    received: isFinal ? amount : NO_RUPEES,
    ...(type === 'SPR' && request < 20
      ? { settled_at: settledAt, settled_by_name: 'Farhan Qureshi', settled_note: 'Came by NEFT' }
      : {}),
  });
  const half = toWholeRupees(percentOf(exact('50'), grandTotal));
  if (hasLink) return roll(2) === 0 ? [] : [line(1, 'BANK', half)];
  if (request % 6 === 0) return [line(1, 'BANK', half), line(2, 'SPR', subtractRupees(grandTotal, half))];
  return [line(1, Number(grandTotal) < CASH_BELOW ? 'CASH' : 'BANK', grandTotal)];
}
