import { markReturned, moneyToReturn } from '#contract/payments/returns.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { noteActivity } from '#server/rooms/requests/index.ts';
import { findReturn, returnPage, returnPayment } from './returns.sql.ts';

export const returnHandlers: readonly Bound[] = [
  handle(moneyToReturn, async ({ db, caller }, { page }) => {
    const { body, next } = await returnPage(db.read, page, caller.scope);
    return Reply.json(body, { next });
  }),

  handle(markReturned, async ({ tx, caller }, { returned: { srno, reference } }) => {
    const written = reference.trim();
    if (written === '') throw new Refusal(mandatoryMessage(['Reference']));
    const done = await returnPayment(tx, srno, written, caller);
    if (done === undefined) {
      const found = await findReturn(tx, srno);
      if (found === undefined) throw notFound();
      throw new Refusal(`This money has been returned by ${found.returned_by_name}.`);
    }
    const { request, id, amount, currency } = done;
    await noteActivity(
      tx,
      request,
      caller.name,
      `Money returned: ${currency} ${amount} of payment ${id}, reference ${written}.`,
    );
    return { err: '', msg: `${currency} ${amount} is noted as returned.` };
  }),
];
