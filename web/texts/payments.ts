/** Every word of the payment result page; a second language is a second object of this shape. */
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
    failed: 'Nothing was received. You can open the link in the mail again and pay.',
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
