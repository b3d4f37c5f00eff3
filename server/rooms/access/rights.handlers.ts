import {
  allowedBranches,
  allowedBranchesAll,
  allowedBranchesSelect,
  allRights,
  screenRights,
  watchSession,
} from '#contract/access/session.ts';
import type { Option } from '#contract/shared.ts';
import { flagsOf, isRightKey, NO_FLAGS } from '#domain/rights.ts';
import type { Executor } from '#server/platform/database.ts';
import { ALL_OPTION, SELECT_OPTION, withLead } from '#server/platform/dispatch/options.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { branchOptions } from './access.sql.ts';
import type { Sessions } from './sessions.ts';

const written = (flag: boolean) => (flag ? '1' : '0');

/** The branches in reach as JSON, led by one more entry where the list is to begin with it. */
async function branches(read: Executor, { scope }: Caller, lead?: Option): Promise<Reply<Option[]>> {
  const { body } = await read.one(branchOptions, [scope === 'all' ? null : scope]);
  return Reply.json(lead === undefined ? body : withLead(lead, body));
}

export function rightsHandlers(sessions: Sessions): Bound[] {
  return [
    handle(allRights, async ({ caller }, { keys }) =>
      Object.fromEntries(
        Object.keys(keys).map((key) => [
          key,
          isRightKey(key) && flagsOf(caller.rights, key).query ? (1 as const) : (0 as const),
        ]),
      ),
    ),

    handle(screenRights, async ({ caller }, { key }) => {
      const flags = isRightKey(key) ? flagsOf(caller.rights, key) : NO_FLAGS;
      return { query: written(flags.query), add: written(flags.add), edit: written(flags.edit) };
    }),

    handle(allowedBranches, ({ db, caller }) => branches(db.read, caller)),
    handle(allowedBranchesSelect, ({ db, caller }) => branches(db.read, caller, SELECT_OPTION)),
    handle(allowedBranchesAll, ({ db, caller }) => branches(db.read, caller, ALL_OPTION)),

    handle(watchSession, ({ caller, signal }) => sessions.watch(caller, signal)),
  ];
}
