import { markReturned, moneyToReturn } from '#contract/payments/returns.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { formatMoney } from '#domain/numbers.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { noteActivity } from '#server/modules/requests/index.ts';
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
    const money = formatMoney(amount, currency);
    await noteActivity(
      tx,
      request,
      caller.name,
      `Money returned: ${money} of payment ${id}, reference ${written}.`,
    );
    return { err: '', msg: `${money} is noted as returned.` };
  }),
];
