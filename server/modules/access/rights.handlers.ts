import {
  allowedBranches,
  allowedBranchesAll,
  allowedBranchesSelect,
  allRights,
  heldRights,
  ownAccess,
  screenRights,
} from '#contract/access/session.ts';
import type { OptionsPage } from '#contract/fields.ts';
import type { Option } from '#contract/shared.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { flagsOf, isRightKey, NO_FLAGS, type Rights } from '#domain/rights.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { ALL_OPTION, SELECT_OPTION, withLead } from '#server/platform/dispatch/options.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { branchOption, branchOptions, branchPages, branchSummary, draftKey } from './access.sql.ts';

/** Every right by its key, with the letters of its flags. */
const lettersOf = (rights: Rights) =>
  Object.fromEntries(
    Object.entries(rights).map(([key, { query, add, edit }]) => [
      key,
      `${query ? 'Q' : ''}${add ? 'A' : ''}${edit ? 'E' : ''}`,
    ]),
  );

/** The branches in reach as JSON, led by one more entry where the list is to begin with it. */
async function branches(
  read: Executor,
  { scope }: Caller,
  page: OptionsPage | undefined,
  lead?: Option,
): Promise<Reply<Option[]>> {
  const inReach = entitiesIn(scope);
  const { body, next = null }: { body: string; next?: string | null } =
    page === undefined
      ? await read.one(branchOptions, [inReach])
      : page.value !== undefined
        ? await read.one(branchOption, [inReach, page.value])
        : await branchPages.page(read, page, inReach === null ? {} : { scope: inReach });
  return Reply.json(lead === undefined ? body : withLead(lead, body), { next });
}

export const rightsHandlers: readonly Bound[] = [
  handle(allRights, async ({ caller }, { keys }) =>
    Object.fromEntries(
      Object.keys(keys).map((key) => [key, isRightKey(key) && flagsOf(caller.rights, key).query]),
    ),
  ),

  handle(screenRights, async ({ caller }, { key }) => {
    const { query, add, edit } = isRightKey(key) ? flagsOf(caller.rights, key) : NO_FLAGS;
    return { query, add, edit };
  }),

  handle(heldRights, async ({ caller }) => lettersOf(caller.rights)),

  handle(ownAccess, async ({ db, caller, now }) => {
    const { account, userId, name, entity, employeeCode, mustChangePassword } = caller;
    const [branch, draft] = await Promise.all([
      db.read.one(branchSummary, [entitiesIn(caller.scope)]),
      db.read.one(draftKey, [account]),
    ]);
    return {
      user: {
        srno: account,
        id: userId,
        name,
        entityid: entity.id,
        entitytype: entity.type,
        entityname: entity.name,
        empcode: employeeCode,
        finyear: financialYearOf(dateInIndia(now.getTime())),
        chg_pw_on_logon: mustChangePassword ? (1 as const) : (0 as const),
      },
      rights: lettersOf(caller.rights),
      branches: {
        count: branch.count,
        first: branch.value === null ? null : { value: branch.value, name: branch.name ?? '' },
      },
      draftKey: draft.key,
    };
  }),

  handle(allowedBranches, ({ db, caller }, { page }) => branches(db.read, caller, page)),
  handle(allowedBranchesSelect, ({ db, caller }, { page }) => branches(db.read, caller, page, SELECT_OPTION)),
  handle(allowedBranchesAll, ({ db, caller }, { page }) => branches(db.read, caller, page, ALL_OPTION)),
];
