import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { dayOrNone, flag, json, limited, yesOrNo } from '../fields.ts';
import { savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** The calls of the request form. All amounts and rates are decimal text. */

const form = {
  endpoint: 'newfxrequest_a.php',
  session: 'first',
  source: '001 §2–§9',
  assumed: true,
} as const;
/** Users who write requests and users who only view them both need the choices of the form. */
const formQuery = { key: 'NEWTRANREQUEST', flag: 'query' } as const;

/** A number as a client sends it: text, or a JSON number with no more digits than it can represent exactly. */
const amount = z.union([limited(30), z.number()]);
const MAX_LINES = 100;

const productInput = z.object({
  srno: z.optional(z.union([z.int(), limited(10)])),
  product: limited(4),
  productnm: z.optional(limited(100)),
  isd: limited(3),
  isdnm: z.optional(limited(100)),
  qty: amount,
  rate: amount,
  amnt: z.optional(amount),
});
const paymentInput = z.object({
  srno: z.optional(z.union([z.int(), limited(10)])),
  paytype: limited(4),
  paytypename: z.optional(limited(100)),
  paybankcode: z.optional(z.union([limited(20), z.int()])),
  paybankname: z.optional(limited(100)),
  refnum: z.optional(limited(200)),
  payamnt: amount,
  paydate: z.optional(dayOrNone),
  payamntrecv: z.optional(amount),
});

const requestInput = z.object({
  /** D draft, F final. */
  reqDraftFinal: z.enum(['D', 'F']),
  reqSrNo: z.optional(z.union([z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{0,9}$/))])),
  reqRefNo: limited(80),
  reqBran: limited(20),
  reqSalesExecutive: limited(20),
  reqHandOver: limited(3),
  reqDeliveryExecutive: limited(20),
  reqTranType: limited(2),
  reqEntityName: limited(1_000),
  reqTravName: limited(1_000),
  reqTravIdType: z.union([limited(2), z.int()]),
  reqTravIdNo: limited(1_000),
  reqTravKAdd: limited(4_000),
  reqTravDAdd: limited(4_000),
  /** The serial number of the state. */
  reqTravState: z.union([limited(10), z.int()]),
  reqMobile: limited(100),
  reqEmail: limited(1_000),
  reqTravOthDetl: limited(4_000),
  reqProductData: z.array(productInput).check(z.maxLength(MAX_LINES)),
  reqPaymentData: z.array(paymentInput).check(z.maxLength(MAX_LINES)),
  reqFxTotal: amount,
  reqGst: amount,
  reqTcs: amount,
  /** Includes the fee. */
  reqOthChrg: amount,
  reqRoundOff: amount,
  reqGrandTotal: amount,
  reqRemitterBankCode: limited(20),
  reqRemitterAcctNo: limited(1_000),
  reqRemitterAcctIfsc: limited(100),
  reqPaymentLink: flag,
  reqPaymentLinkSent: z.optional(flag),
  // Optional fields that are not in the specification.
  reqLatitude: z.optional(amount),
  reqLongitude: z.optional(amount),
  reqPan: z.optional(limited(100)),
  reqNationality: z.optional(limited(50)),
  reqResidency: z.optional(z.enum(['', 'R', 'N'])),
  reqPurpose: z.optional(limited(20)),
  reqDestination: z.optional(limited(50)),
  reqTravelDate: z.optional(dayOrNone),
  reqDob: z.optional(dayOrNone),
});
export type RequestInput = z.infer<typeof requestInput>;

export const saveRequest = defineCall({
  ...form,
  action: 'save',
  summary:
    'Saves a request as draft or final. The server computes every total; one that was sent and differs is refused. The same reference and content twice is one request.',
  right: { key: 'NEWTRANREQUEST', flag: 'save' },
  effect: 'write',
  args: { record: json(requestInput) },
  isForNew: ({ record }: { record: RequestInput }) => Number(record.reqSrNo ?? 0) === 0,
  reply: z.extend(savedSchema, {
    /** Warnings for the user; none of them blocks the request. */
    warnings: z.array(z.string()),
  }),
});

/** What an earlier request says of its customer, and fills in a new one. */
export const customerFields = {
  travellerName: ['req_travname', z.string()],
  entityName: z.string(),
  idType: ['req_travidtype', z.string()],
  idNumber: ['req_travidnum', z.string()],
  kycAddress: ['req_travkycadd', z.string()],
  deliveryAddress: ['req_travdeladd', z.string()],
  state: ['req_geostate', z.string()],
  mobile: z.string(),
  email: z.string(),
  pan: z.string(),
  nationality: z.string(),
  residency: z.string(),
  dateOfBirth: ['req_dob', z.string()],
} as const;
export const customerSchema = named('req_', { srno: z.int(), ...customerFields });

export const findCustomer = defineCall({
  ...form,
  action: 'customer',
  summary:
    'The last request in reach of a returning customer, by ID number, PAN or mobile; fills the form in. Empty where there is none. Numbers are masked as in the request.',
  right: formQuery,
  effect: 'read',
  source: 'docs/readings.md: returning customer',
  args: { asked: json(z.object({ by: z.enum(['idnumber', 'pan', 'mobile']), value: limited(50) })) },
  reply: z.array(customerSchema),
});

export const formFacts = defineCall({
  ...form,
  action: 'facts',
  summary:
    'What the form computes with: the tax scheme of today, the rates of the branch’s card, and what a PAN was sold this financial year.',
  right: formQuery,
  effect: 'read',
  source: 'docs/readings.md: facts of the form',
  args: {
    asked: json(
      z.object({
        branch: limited(20),
        pan: limited(10),
        nationality: z.optional(limited(50)),
        destination: z.optional(limited(50)),
        /** The request being viewed, which does not count as an earlier sale. */
        srno: z.optional(z.int().check(z.minimum(0))),
      }),
    ),
  },
  reply: named('', {
    date: z.string(),
    scheme: z.string(),
    rates: z.array(
      z.object({
        isd: z.string(),
        buy: z.string(),
        sell: z.string(),
        ibr: z.string(),
        /** The decimals to which the card was rounded. */
        places: z.optional(z.int()),
      }),
    ),
    /** Sales to the public under this PAN since April; empty without a PAN. */
    yearTotal: z.string(),
    /** The same total in US dollars. */
    yearUsd: z.string(),
    /** Rupees for a US dollar in the list of the day; empty without one. */
    usdRate: z.string(),
    /** Whether the named countries are on an FATF list. */
    nationalityFatf: yesOrNo,
    destinationFatf: yesOrNo,
    /** How far a typed rate can differ from the card before the form warns. */
    rateOffPercent: z.string(),
  }),
});
