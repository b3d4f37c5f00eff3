import { group as calls, groupMembers, rightKeys, saveGroupRights } from '#contract/access/groups.ts';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { factorOffRefusal } from '#domain/access/grants.ts';
import { groupProblems } from '#domain/access/group.ts';
import { RIGHTS } from '#domain/rights.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { SELECT_OPTION, withLead } from '#server/platform/dispatch/options.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { keepAdministrator } from './administrator.sql.ts';
import { entitiesIn } from '#server/platform/database.ts';
import { refuseStale } from '#server/platform/record.ts';
import { groupLock, holderNow, refuseFactorOff, refuseGroupExcess } from './grants.ts';
import { GROUP_SHEET, keyRightsOf, type GroupSheetRow } from './group.present.ts';
import * as sql from './group.sql.ts';

interface Options {
  /** Whether users of this installation can set up a second factor at all. */
  readonly canSetUpFactor: boolean;
  /** Whether a second user approves every change of a group. */
  readonly isChecked: boolean;
}

export const groupHandlers = ({ canSetUpFactor, isChecked }: Options): readonly Bound[] => [
  handle(calls.list, async ({ db }, { page }) => {
    const { body, next } = await sql.groupList.page(db.read, page);
    return Reply.json(body, { next });
  }),

  handle(calls.options, async ({ db, caller }, { page }) => {
    const { body, next } = await sql.groupOptions(db.read, page, caller);
    return Reply.json(body, { next });
  }),

  handle(calls.optionsSelect, async ({ db, caller }, { page }) => {
    const { body, next } = await sql.groupOptions(db.read, page, caller);
    return Reply.json(withLead(SELECT_OPTION, body), { next });
  }),

  handle(calls.detail, async ({ db, caller }, { srno }) => {
    const found = await sql.findGroup(db.read, srno, {
      locked: await groupLock(db.read, caller, srno),
      factorFixed: factorOffRefusal(caller, isChecked) ?? '',
    });
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(calls.save, async ({ tx, caller, version }, { srno, record }) => {
    const { needsFactor = null } = record;
    // Its users could never sign in again.
    if (needsFactor === true && !canSetUpFactor) throw new Refusal(FACTOR_TEXTS.cannotRequire);
    const draft = { name: record.name.trim(), needsFactor };
    const [problem] = groupProblems(draft);
    if (problem !== undefined) throw new Refusal(problem.message);
    const rights = record.rights === undefined ? null : keyRightsOf(record.rights);
    const by = await holderNow(tx, caller, calls.save.right, srno === 0);
    const locked = srno === 0 ? null : await sql.lockGroup(tx, srno);
    if (locked === undefined) throw notFound();
    if (locked !== null) refuseStale(version, locked);
    await refuseGroupExcess(tx, by, srno, rights);
    if (needsFactor === false && locked?.needs_second_factor === true) refuseFactorOff(by, isChecked);
    const named = await (srno === 0
      ? sql.insertGroup(tx, draft, caller)
      : sql.updateGroup(tx, srno, draft, caller));
    const saved = rights === null ? named : await sql.setGroupRights(tx, named.srno, rights, caller);
    await keepAdministrator(tx);
    return Reply.of({ err: '', msg: 'Saved.', srno: saved.srno }, { version: saved.version });
  }),

  handle(saveGroupRights, async ({ tx, caller, version }, { rights: { srno, rights: sent } }) => {
    const rights = keyRightsOf(sent);
    const by = await holderNow(tx, caller, saveGroupRights.right);
    const locked = await sql.lockGroup(tx, srno);
    if (locked === undefined) throw notFound();
    refuseStale(version, locked);
    await refuseGroupExcess(tx, by, srno, rights);
    const saved = await sql.setGroupRights(tx, srno, rights, caller);
    await keepAdministrator(tx);
    return Reply.of({ err: '', msg: 'Saved.', srno: saved.srno }, { version: saved.version });
  }),

  handle(calls.exported, ({ tx, db }, { page }) =>
    exportList<GroupSheetRow>(tx, {
      record: 'right_group',
      query: { ...page },
      fileName: 'right-groups.xlsx',
      sheet: 'Right groups',
      columns: GROUP_SHEET,
      page,
      read: (at) => sql.groupSheet.page(db.read, at),
    }),
  ),

  handle(groupMembers, async ({ db, caller }, { srno, page }) => {
    const { body, next } = await sql.members.page(db.read, page, {
      group: srno,
      scope: entitiesIn(caller.scope),
    });
    return Reply.json(body, { next });
  }),

  handle(rightKeys, async () => RIGHTS.map(({ key, description }) => ({ value: key, name: description }))),
];
