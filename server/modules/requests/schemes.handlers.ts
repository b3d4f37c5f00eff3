import * as calls from '#contract/requests/schemes.ts';
import { dateInIndia, formatDate, readWireDate, type IsoDate } from '#domain/dates.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { deleteStart, findStart, insertStart, listStarts } from './schemes.sql.ts';

/** One tax rule for the whole business: only head office sets it, whatever rights a group holds. */
function mustBeHeadOffice({ entity }: Caller): void {
  if (entity.type !== 'A') throw notAllowed();
}

function dayOf(written: string): IsoDate {
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

export const schemeHandlers: readonly Bound[] = [
  handle(calls.taxStarts, async ({ db }) => Reply.json(await listStarts(db.read))),

  handle(calls.saveTaxStart, async ({ tx, caller, now }, { start: { from, scheme } }) => {
    mustBeHeadOffice(caller);
    const day = dayOf(from);
    if (day <= dateInIndia(now.getTime()))
      throw new Refusal('A scheme can only start on a day that is to come.');
    const added = await insertStart(tx, day, scheme, caller);
    if (added === undefined)
      throw new Refusal('A scheme starts on that day already. Remove it first to choose another.');
    return { err: '', msg: `From ${formatDate(day)} requests are priced by this scheme.` };
  }),

  handle(calls.removeTaxStart, async ({ tx, caller, now }, { start: { from } }) => {
    mustBeHeadOffice(caller);
    const day = dayOf(from);
    const removed = await deleteStart(tx, day, dateInIndia(now.getTime()));
    if (removed !== undefined) return { err: '', msg: `The start of ${formatDate(day)} is taken back.` };
    if ((await findStart(tx, day)) === undefined) throw notFound();
    throw new Refusal('This scheme has started; requests are priced by it.');
  }),
];
