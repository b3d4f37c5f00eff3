import { mayDo, type RightFlag, type RightKey, type Rights } from '#domain/rights.ts';
import type { Role } from './steps.ts';

/** The rights by which a user is known to have a role, as the work on home goes by rights and not by names of groups. */
const ROLES: readonly (readonly [Role, readonly (readonly [RightKey, RightFlag])[]])[] = [
  [
    'administrator',
    [
      ['USER', 'edit'],
      ['RIGHT', 'edit'],
    ],
  ],
  ['auditor', [['ASSESSMENT', 'add']]],
  ['auditor', [['FLASH', 'add']]],
  ['manager', [['BMAPPROVE', 'edit']]],
  ['manager', [['ZMAPPROVE', 'edit']]],
  ['manager', [['CMAPPROVE', 'edit']]],
  ['manager', [['FNDAPPROVE', 'edit']]],
  ['treasury', [['IBR', 'add']]],
  ['sales', [['NEWTRANREQUEST', 'add']]],
  ['delivery', [['CNACCEPT', 'query']]],
];

/** The first role whose rights the user has: somebody with several roles learns the widest one first. */
export function roleOf(rights: Rights): Role {
  const found = ROLES.find(([, needs]) => needs.every(([key, flag]) => mayDo(rights, key, flag)));
  return found?.[0] ?? 'other';
}
