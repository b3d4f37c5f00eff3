import { requestNumbers } from '#contract/requests/numbers.ts';
import { handle } from '#server/platform/dispatch/handler.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import { findState } from './approval.sql.ts';
import { refuseMasked, type NumberViews } from './numbers.ts';
import { showNumbers } from './numbers.sql.ts';

/** Shows the numbers of one request to a user who sees them masked. The trail says who has seen them. */
export const numbersHandler = (numbers: NumberViews) =>
  handle(requestNumbers, async ({ tx, caller }, { srno }) => {
    if ((await findState(tx, srno, caller)) === undefined) throw notFound();
    refuseMasked(await numbers(tx, srno, caller));
    const shown = await showNumbers(tx, srno, caller);
    if (shown === undefined) throw notFound();
    return {
      idNumber: shown.id_number,
      pan: shown.pan,
      accountNumber: shown.account_number,
      dateOfBirth: shown.date_of_birth,
    };
  });
