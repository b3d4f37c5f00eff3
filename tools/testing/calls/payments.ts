import * as payments from '#contract/payments/payments.ts';
import { addRequest } from '../payments.ts';
import { sample, type RoomSamples } from './sample.ts';

export const paymentsSamples: RoomSamples = {
  samples: [
    sample(payments.sendPaymentLink, 'named', async ({ database, place }) => ({
      srno: await addRequest(database, { branch: place.id }),
    })),
    // What a stranger may try, who knows neither an order nor its token.
    sample(payments.verifyPayment, 'none', ({ word }) => ({
      orderid: `R1-1-${word}`,
      ordertoken: word.repeat(4),
    })),
  ],
};
