/** How far a request is paid. A draft's payments are entered, a sale's received, a purchase's paid out. */
interface PaymentWords {
  readonly full: string;
  readonly paid: (amount: string) => string;
  readonly onlyAgreed: (amount: string) => string;
  readonly open: (amount: string) => string;
  readonly tooMuch: (amount: string) => string;
  readonly labels: { readonly paid: string; readonly open: string };
}

const draft: PaymentWords = {
  full: 'Payments entered in full',
  paid: (amount) => `${amount} entered`,
  onlyAgreed: (amount) => `${amount} agreed by head office`,
  open: (amount) => `${amount} not entered yet`,
  tooMuch: (amount) => `${amount} too much entered`,
  labels: { paid: 'Payments entered', open: 'Left to enter' },
};

const sale: PaymentWords = {
  full: 'Received in full',
  paid: (amount) => `${amount} received`,
  onlyAgreed: (amount) => `${amount} agreed by head office, nothing received yet`,
  open: (amount) => `${amount} left to pay`,
  tooMuch: (amount) => `${amount} too much received`,
  labels: { paid: 'Payment received', open: 'Left to pay' },
};

const purchase: PaymentWords = {
  full: 'Paid out in full',
  paid: (amount) => `${amount} paid out`,
  onlyAgreed: (amount) => `${amount} agreed by head office, nothing paid out yet`,
  open: (amount) => `${amount} to pay out`,
  tooMuch: (amount) => `${amount} too much paid out`,
  labels: { paid: 'Paid out', open: 'To pay out' },
};

export const paymentAmountsText = {
  draft,
  sale,
  purchase,
  agreed: (amount: string) => `${amount} agreed by head office`,
  agreedLabel: 'Agreed by head office',
};
