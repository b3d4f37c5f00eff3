import type { RequestFilter, RequestSearch } from '#contract/requests/desk.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { EVERY_REQUEST, pricedRequest } from '#tools/testing/requests.ts';
import { REF, SRNO, type Call } from '#tools/testing/record.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import { CALLER_NAMES, type Caller } from './requests-place.ts';

const today = dateInIndia(Date.now());
const YEAR = 365;
const MONTH = 30;

/** The page size of the screen. */
const LISTED = { limit: 100 };
const waiting = (srchStatus: RequestFilter) => ({ srchStatus });

/** The twelve filters of the list that are measured. */
const FILTERS: Readonly<Record<string, Partial<RequestSearch>>> = {
  everything: {},
  'the last thirty days': { srchFromDate: addDays(today, -MONTH), srchToDate: today },
  'a month a year ago': { srchFromDate: addDays(today, -YEAR - MONTH), srchToDate: addDays(today, -YEAR) },
  drafts: waiting('DRAFT'),
  'for the branch manager': waiting('APRBM'),
  'for the zonal manager': waiting('APRZM'),
  'for the corporate manager': waiting('APRCM'),
  'for the fund manager': waiting('APRFUND'),
  'payment links': waiting('PAYLINK'),
  'purchases from dealers, one in ten': { srchTranType: 'PB' },
  'one branch': { srchBranch: 'MUM' },
  'a number': { srchRef: SRNO },
};

type Change = 'approve' | 'save';

/** A question that is measured at both sizes, with a session and a valid serial number. */
export interface Question {
  readonly name: string;
  readonly caller: Caller;
  readonly call: (session: string, srno: number) => Call;
  readonly change?: Change;
}

const desk = (session: string, ...fields: string[]): Omit<Call, 'srno'> => ({
  endpoint: 'fxrequest_a.php',
  body: fieldsBody([session, ...fields]),
});

const lists = Object.entries(FILTERS).flatMap(([name, search]) => {
  const asked = [JSON.stringify({ ...EVERY_REQUEST, ...search }), JSON.stringify(LISTED)];
  return CALLER_NAMES.map((caller): Question => ({
    name,
    caller,
    call: (session, srno) => ({ ...desk(session, 'list', ...asked), srno }),
  }));
});

/** A sale of two currencies, Final and paid, as the form sends it. */
const FINAL = pricedRequest('SP', {
  reqRefNo: REF,
  // No PAN: the bench saves thousands of requests for the same person, and each save sums the sales of its PAN this
  // year.
  reqPan: '',
  reqNationality: 'Indian',
  reqDestination: 'Singapore',
  reqProductData: [
    { product: 'CN', isd: 'USD', qty: '500', rate: '88.4567' },
    { product: 'CARD', isd: 'EUR', qty: '250', rate: '96.1234' },
  ],
});

export const QUESTIONS: readonly Question[] = [
  ...lists,
  {
    name: 'detail',
    caller: 'head office',
    call: (session, srno) => ({ ...desk(session, 'detail', SRNO), srno }),
  },
  {
    name: 'approve',
    caller: 'head office',
    change: 'approve',
    call: (session, srno) => ({ ...desk(session, 'APPROVE', 'BM', SRNO), srno, isWrite: true }),
  },
  {
    name: 'save',
    caller: 'one branch',
    change: 'save',
    call: (session) => ({
      endpoint: 'newfxrequest_a.php',
      body: fieldsBody([session, 'save', JSON.stringify(FINAL)]),
      isWrite: true,
    }),
  },
];
