import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { statement, type RowOf } from '#server/platform/db/statement.ts';

const HOLDER = {
  srno: 'int4',
  branch: 'int4',
  code: 'text',
  name: 'text',
  is_vault: 'bool',
  receives: 'bool',
} as const;
export type Holder = RowOf<typeof HOLDER>;

const HOLDER_LIST = `h.srno, h.branch, e.code, e.name, e.kind = 'V' as is_vault,
  e.active and (e.kind = 'V' or e.delivery) as receives`;
const HOLDERS = 'masters.employee_ref e join notes.holder h on h.employee = e.srno';

const byCode = statement(
  'notes.holder.bycode',
  HOLDER,
  `select ${HOLDER_LIST} from ${HOLDERS}
   where lower(e.code) = lower($1::text) and ($2::integer[] is null or h.branch = any ($2))`,
);
/** The holder of an employee; undefined if the employee is out of scope. */
export const findHolder = (on: Executor, code: string, scope: Scope) =>
  on.maybe(byCode, [code.trim(), entitiesIn(scope)]);

const vault = statement(
  'notes.holder.vault',
  HOLDER,
  `select ${HOLDER_LIST} from ${HOLDERS} where e.branch = $1 and e.kind = 'V' and e.active`,
);
export const findVault = (on: Executor, branch: number) => on.maybe(vault, [branch]);

const kept = statement(
  'notes.holder.kept',
  { holders: 'int4[]' },
  `select coalesce(array_agg(h.srno), '{}') as holders from ${HOLDERS}
   where ($4::integer is null or h.branch = $4)
     and ($3::integer[] is null or h.branch = any ($3))
     and (lower(e.code) = lower($1::text) and e.kind = 'P' or $2::boolean and e.kind = 'V' and e.active)`,
);
/** The holders for whom a user acts: their own, and the vaults that they keep. */
export const holdersOf = async (
  on: Executor,
  { employeeCode, scope }: { readonly employeeCode: string; readonly scope: Scope },
  keepsVaults: boolean,
  ofBranch: number | null = null,
): Promise<readonly number[]> =>
  (await on.one(kept, [employeeCode, keepsVaults, entitiesIn(scope), ofBranch])).holders;

const carried = statement(
  'notes.holder.carries',
  { is_carried: 'bool' },
  `select exists (
     select from ${HOLDERS} where lower(e.code) = lower($2::text) and $2::text <> '' and e.kind = 'P' and (
       exists (select from notes.line l where l.request = $1 and l.holder = h.srno)
       or exists (select from notes.movement m where m.request = $1 and m.to_holder = h.srno and m.state = 'transit'))
   ) as is_carried`,
);
/** Whether notes of a request are with an employee or on their way to them. */
export const carriesNotes = async (
  on: Executor,
  request: number,
  { employeeCode }: { readonly employeeCode: string },
): Promise<boolean> => (await on.one(carried, [request, employeeCode])).is_carried;
