/** All texts of the payment result page. A translation is a second object of this shape. */
export const paymentsText = {
  heading: {
    paid: 'Payment received',
    pending: 'Waiting for the payment',
    failed: 'Payment not made',
    over: 'This payment link is closed',
  },
  note: {
    paid: 'Thank you. Please keep the payment id until your transaction is complete.',
    pending: 'This page looks again by itself. If you have paid, it can take a few minutes.',
    failed:
      'Nothing was received so far. If you have just paid, please wait: this page looks again by itself. Otherwise you can open the link in the mail again.',
    over: 'Please ask us for a new link if you still wish to pay.',
  },
  orderId: 'Order Id',
  amount: 'Amount',
  time: 'Time',
  status: 'Status',
  currency: 'Currency',
  bankReference: 'Bank Reference',
  paymentId: 'Payment Id',
  none: '–',
  unknown: 'There is nothing to show',
  unknownText: 'The address is not complete, or it is too old. Please open the link in the mail again.',
  failedToLoad: 'The payment could not be looked up',
} as const;

/** All texts of the list of money to return. */
export const returnsText = {
  title: 'Money to Return',
  detail: 'Money that came by a payment link and could not be received, what waits longest first.',
  request: 'No.',
  came: 'Came',
  branch: 'Branch',
  customer: 'Customer',
  amount: 'Amount',
  why: 'Not received, because',
  bankReference: 'Bank Reference',
  payment: 'Payment Id',
  actions: 'Actions',
  act: 'Returned',
  actOf: (srno: number) => `Note that the money of request ${srno} has been returned`,
  actKey: 'Note the row as returned',
  askTitle: (srno: number) => `Money of request ${srno}`,
  ask: (amount: string, who: string) =>
    `${amount} has been sent back to ${who}? Write the reference of the bank or the gateway.`,
  note: 'Reference',
  noteMissing: 'Write the reference',
  done: (srno: number, msg: string) => `Request ${srno}: ${msg}`,
  empty: 'Nothing to return',
  emptyText: 'All that came by payment links was received, or has been sent back.',
};
