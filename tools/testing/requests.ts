import { randomUUID } from 'node:crypto';
import type { RequestSearch } from '#contract/requests/desk.ts';
import type { RequestInput } from '#contract/requests/form.ts';
import { NO_RUPEES, subtractRupees } from '#domain/money.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { paymentTotal, priceDraft } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';

/** The search of the request list that every request matches. */
export const EVERY_REQUEST: RequestSearch = {
  srchStatus: 'ALL',
  srchRef: '',
  srchFromDate: '',
  srchToDate: '',
  srchBranch: '',
  srchTranType: '',
};

/** A request as a client sends it, complete for its type; given fields replace the defaults. */
export type GivenRequest = Partial<RequestInput>;

const isPublic = (type: string) => type === 'SP' || type === 'PP';

const MUMBAI: GivenRequest = {
  reqBran: 'MUM',
  reqSalesExecutive: 'E101',
  reqHandOver: 'DEL',
  reqDeliveryExecutive: 'E111',
};

/** Everything that a Final of the type needs except payments and totals; `withTotals` adds these. */
export function unpricedRequest(type: TransactionType, given: GivenRequest = {}): RequestInput {
  return {
    reqDraftFinal: 'F',
    reqSrNo: 0,
    reqRefNo: `test ${randomUUID()}`,
    reqBran: '',
    reqSalesExecutive: '',
    reqHandOver: 'IN',
    reqDeliveryExecutive: '',
    reqTranType: type,
    reqEntityName: isPublic(type) ? '' : 'Orient Travels',
    reqTravName: isPublic(type) ? 'Kavya Iyer' : '',
    reqTravIdType: isPublic(type) ? '1' : '',
    reqTravIdNo: isPublic(type) ? 'P1234567' : '',
    reqTravKAdd: '12 Hill Road',
    reqTravDAdd: '12 Hill Road',
    reqTravState: '1',
    reqMobile: '9820012345',
    reqEmail: 'kavya@bureau.example',
    reqTravOthDetl: '',
    reqProductData: [{ product: 'CN', isd: 'USD', qty: '500', rate: '88.4567' }],
    reqPaymentData: [],
    reqFxTotal: '',
    reqGst: '',
    reqTcs: '',
    reqOthChrg: '',
    reqRoundOff: '',
    reqGrandTotal: '',
    reqRemitterBankCode: '',
    reqRemitterAcctNo: '',
    reqRemitterAcctIfsc: '',
    reqPaymentLink: 0,
    reqPan: 'AAAPK1234K',
    ...MUMBAI,
    ...given,
  };
}

/** A payment by bank, as a line of a request. */
export const bankPayment = (payamnt: string, more: object = {}) => ({
  paytype: 'BANK',
  paybankcode: '1',
  refnum: 'NEFT 7',
  payamnt,
  ...more,
});

/**
 * The same with the computed totals and, if no payment was given and no link requested, one payment of the whole
 * amount.
 */
export function pricedRequest(
  type: TransactionType,
  given: GivenRequest = {},
  scheme = 'FULL',
): RequestInput {
  const record = unpricedRequest(type, given);
  const priced = priceDraft(
    {
      type,
      products: record.reqProductData.map((line) => ({
        product: 'CN',
        isd: line.isd,
        quantity: String(line.qty),
        rate: String(line.rate),
      })),
      otherCharges: String(record.reqOthChrg),
      tcs: String(record.reqTcs),
    },
    schemeById(scheme),
  );
  const totals = priced?.totals;
  const paid = record.reqPaymentData.map((line) => ({
    payType: 'CASH' as const,
    bank: '',
    reference: '',
    amount: String(line.payamnt),
    date: '',
  }));
  const left = subtractRupees(totals?.grandTotal ?? NO_RUPEES, paymentTotal(paid));
  return {
    ...record,
    reqFxTotal: totals?.forexTotal ?? '',
    reqGst: totals?.gst ?? '',
    reqTcs: totals?.tcs ?? '',
    reqOthChrg: totals?.otherCharges ?? '',
    reqRoundOff: totals?.roundOff ?? '',
    reqGrandTotal: totals?.grandTotal ?? '',
    reqPaymentData:
      given.reqPaymentData === undefined && record.reqPaymentLink !== 1
        ? [{ srno: 1, paytype: 'BANK', paybankcode: '1', refnum: 'NEFT 1', payamnt: left }]
        : record.reqPaymentData,
  };
}
