import * as payments from '#contract/payments/payments.ts';
import * as returns from '#contract/payments/returns.ts';
import { addRequest, unreturned } from '../payments.ts';
import { sample, type ModuleSamples } from './sample.ts';

export const paymentsSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const { id, mark } of places) await unreturned(database, { branch: id, customer: mark });
  },
  samples: [
    sample(payments.sendPaymentLink, 'named', async ({ database, place }) => ({
      srno: await addRequest(database, { branch: place.id }),
    })),
    sample(payments.paymentLinkState, 'named', async ({ database, place }) => ({
      srno: await addRequest(database, { branch: place.id, customer: place.mark }),
    })),
    // A request without a session that knows neither an order nor its token.
    sample(payments.verifyPayment, 'none', ({ word }) => ({
      orderid: `R1-1-${word}`,
      ordertoken: word.repeat(4),
    })),
    sample(payments.payeeOfOrder, 'none', ({ word }) => ({
      orderid: `R1-1-${word}`,
      ordertoken: word.repeat(4),
    })),
    sample(returns.moneyToReturn, { lists: ['A', 'B', 'F'] }, () => ({ page: { limit: 100 } })),
    sample(returns.markReturned, 'named', async ({ database, place, word }) => ({
      returned: { srno: (await unreturned(database, { branch: place.id })).srno, reference: word },
    })),
  ],
};
