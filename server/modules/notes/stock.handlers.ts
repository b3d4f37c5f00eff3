import { findInReach } from '#server/modules/masters/index.ts';
import * as calls from '#contract/notes/stock.ts';
import { readQuantity } from '#domain/notes/denominations.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { compareExact, exact, rupees, subtractRupees } from '#domain/money.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { findHolder, findVault } from './holders.sql.ts';
import {
  findCurrency,
  findTransit,
  listMine,
  listPostings,
  listStock,
  postStock,
  reverseEntry,
  stockOf,
} from './stock.sql.ts';

async function branchInReach(on: Executor, id: string, caller: Caller): Promise<number> {
  const branch = await findInReach(on, id, caller.scope);
  if (branch === undefined) throw notAllowed();
  return branch.srno;
}

const SEEN_ANOTHER = 'The stock has changed since you looked at it. Please look again.';

export const stockHandlers: readonly Bound[] = [
  handle(calls.branchStock, async ({ db, caller }, { search }) =>
    Reply.json(await listStock(db.read, await branchInReach(db.read, search.branch, caller))),
  ),

  handle(calls.notesInMyHand, async ({ db, caller }) => Reply.json(await listMine(db.read, caller))),

  handle(calls.enterStock, async ({ tx, caller }, { record }) => {
    const reason = record.reason.trim();
    const isd = record.isd.trim().toUpperCase();
    const [counted, seen] = [readQuantity(record.counted), readQuantity(record.seen)];
    const missing = [
      record.branch.trim() === '' && 'Branch',
      isd === '' && 'Currency',
      counted === null && 'Counted quantity',
      seen === null && 'Quantity seen',
      reason === '' && 'Reason',
    ].filter((label) => label !== false);
    if (counted === null || seen === null || missing.length > 0) throw new Refusal(mandatoryMessage(missing));
    const branch = await branchInReach(tx, record.branch, caller);
    if ((await findCurrency(tx, isd)) === undefined) throw new Refusal('This currency is not active.');
    const vault = await findVault(tx, branch);
    if (vault === undefined) throw new Refusal('The branch has no vault.');
    const difference = subtractRupees(rupees(counted), rupees(seen));
    if (compareExact(difference, exact('0')) === 0) {
      const isKnown = compareExact(exact(await stockOf(tx, vault.srno, isd)), counted) === 0;
      throw new Refusal(isKnown ? 'The vault is known to hold this already.' : SEEN_ANOTHER);
    }
    const after = await postStock(tx, vault, isd, difference, reason, caller);
    // If the balance has changed since it was seen, adding the difference does not give the counted quantity.
    if (compareExact(exact(after), counted) !== 0) throw new Refusal(SEEN_ANOTHER);
    return { err: '', msg: 'The stock is entered.' };
  }),

  handle(calls.vaultPostings, async ({ db, caller }, { search, page }) => {
    const branch = await branchInReach(db.read, search.branch, caller);
    const holder =
      search.holder === ''
        ? await findTransit(db.read, branch)
        : await findHolder(db.read, search.holder, [branch]);
    if (holder === undefined) throw notFound();
    const { body, next } = await listPostings(
      db.read,
      { holder: holder.srno, branch, isd: search.isd.toUpperCase() },
      page,
    );
    return Reply.json(body, { next });
  }),

  handle(calls.reverseStock, async ({ tx, caller }, { record }) => {
    const reason = record.reason.trim();
    if (reason === '') throw new Refusal(mandatoryMessage(['Reason']));
    if ((await reverseEntry(tx, record.id, reason, caller)) === undefined) throw notFound();
    return { err: '', msg: 'The entry is posted back.' };
  }),
];
