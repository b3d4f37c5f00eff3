import * as calls from '#contract/requests/special.ts';
import { dateInIndia } from '#domain/dates.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { formatRupees } from '#domain/numbers.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { refuseStale } from '#server/platform/record.ts';
import { findSpecial, settleLine, unsettledPage } from './special.sql.ts';

export const specialHandlers: readonly Bound[] = [
  handle(calls.unsettledList, async ({ db, caller, now }, { page }) => {
    const { body, next } = await unsettledPage(db.read, dateInIndia(now.getTime()), page, caller);
    return Reply.json(body, { next });
  }),

  handle(calls.settleSpecial, async ({ tx, caller, version: seen }, { settled: { request, line, note } }) => {
    const written = note.trim();
    if (written === '') throw new Refusal(mandatoryMessage(['Note']));
    const done = await settleLine(tx, request, line, written, seen, caller);
    if (done !== undefined) return { err: '', msg: `${formatRupees(done.amount)} is settled.` };
    const found = await findSpecial(tx, request, line);
    if (found === undefined) throw notFound();
    refuseStale(seen, found);
    if (!found.is_special) throw notFound();
    throw new Refusal(
      found.is_settled
        ? `This special approval has been settled by ${found.settled_by_name}.`
        : 'The request is not submitted.',
    );
  }),
];
