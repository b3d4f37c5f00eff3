import type { ReplyOf } from '#contract/define.ts';
import { trailDetail, trailKinds, trailList, trailUsers } from '#contract/access/trail.ts';
import { differenceOf } from '#domain/trail.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import { findEntry, trailKindsOf, trailPage, usersInReach } from './trail.sql.ts';

type Detail = ReplyOf<typeof trailDetail>;

/** The trail. Head office sees all of it, everyone else the entries of the branches in scope. */
export const trailHandlers: readonly Bound[] = [
  handle(trailList, async ({ db, caller }, { search }) => {
    const { body, next } = await db.snapshot((tx) => trailPage(tx, search ?? {}, caller.scope));
    return Reply.json(body, { next });
  }),

  handle(trailDetail, async ({ db, caller }, { id }) => {
    const found = await findEntry(db.read, id, caller.scope);
    if (found === undefined) throw notFound();
    const entry = found.entry as Omit<Detail, 'difference'>;
    return { ...entry, difference: differenceOf(found.before, found.after) };
  }),

  handle(trailKinds, async ({ db }) => {
    const { records, actions } = await trailKindsOf(db.read);
    return { records: records as string[], actions: actions as string[] };
  }),

  handle(trailUsers, async ({ db, caller }, { page }) => {
    const { body, next } = await usersInReach(db.read, page, caller.scope);
    return Reply.json(body, { next });
  }),
];
