import type { Declaration } from '#contract/define.ts';
import { namedBy, type EntityType, type Reach } from '../calls/sample.ts';

/** The rights of a caller's group on the call's own key; `others` has every flag of every other key. */
export const RIGHT_STATES = ['none', 'query', 'add', 'edit', 'all', 'others'] as const;
export type RightState = (typeof RIGHT_STATES)[number];

/** An unconfirmed session has just been opened; in a live one the user has proved again who they are. */
export const SESSION_STATES = [
  'live',
  'unconfirmed',
  'must change password',
  'absent',
  'garbage',
  'unknown',
  'idle too long',
  'expired',
  'ended',
  'user inactive',
  'user blocked',
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Whose data is named: the caller's own, another branch's, or for a franchise that of its controlling branch. */
export type Relation = 'own' | 'other' | 'controlling';

export interface Cell {
  readonly right: RightState;
  readonly type: EntityType;
  readonly session: SessionState;
  readonly relation: Relation;
  readonly isNew: boolean;
}

const GRANTED: Readonly<Record<RightState, string>> = {
  none: '',
  query: 'q',
  add: 'a',
  edit: 'e',
  all: 'qae',
  others: '',
};

/** One of these letters is sufficient. */
function neededLetters({ right, kind }: Declaration, { type, isNew }: Cell): string {
  if (typeof right === 'string' || (right.or === 'franchise' && type === 'F')) return '';
  if (right.flag === 'change') return 'ae';
  if (right.flag !== 'save') return right.flag.charAt(0);
  if (kind === 'upload') return 'ae';
  return isNew ? 'a' : 'e';
}

/**
 * The allowed statuses for a valid call, derived independently from the declaration, so that the test does not use the
 * product's own logic.
 */
export function allowedStatuses(call: Declaration, reach: Reach, cell: Cell): readonly number[] {
  if (call.session === 'none') return [200];
  if (cell.session === 'must change password') {
    if (call.openDuringPasswordChange !== true) return [403];
  } else if (cell.session !== 'live' && cell.session !== 'unconfirmed') return [401];
  const letters = neededLetters(call, cell);
  // A holder of the alternative key sees only their own records, and no sample belongs to such a caller.
  if (cell.right === 'others' && typeof call.right === 'object' && typeof call.right.or === 'object')
    return [404];
  const hasOtherScreen =
    cell.right === 'others' && typeof call.right === 'object' && call.right.either !== undefined;
  const isGranted = letters === '' || [...letters].some((letter) => GRANTED[cell.right].includes(letter));
  if (!isGranted && !hasOtherScreen) return [403];
  if (typeof reach === 'object' && 'only' in reach && !reach.only.includes(cell.type)) return [403];
  const by = namedBy(reach);
  if (by !== null && !by.includes(cell.type)) return [403, 404];
  if (by !== null && cell.relation !== 'own' && cell.type !== 'A') return [403, 404];
  return cell.session === 'unconfirmed' ? [403] : [200];
}

/** Whether a call asks for a confirmation whatever the settings are. Those of the tests name no other. */
const isConfirmedAlways = ({ stepUp }: Declaration): boolean =>
  stepUp?.kind === 'factors' || stepUp?.always === true;

/** Every cell of one call. Without a user there is nothing to vary, so a public call has one cell. */
export function cellsOf(call: Declaration, reach: Reach): readonly Cell[] {
  const plain: Cell = { right: 'none', type: 'A', session: 'absent', relation: 'own', isNew: true };
  if (call.session === 'none') return [plain];
  const kinds = typeof call.right !== 'string' && call.right.flag === 'save' ? [true, false] : [true];
  const cells: Cell[] = [];
  for (const session of SESSION_STATES) {
    if (session === 'unconfirmed' && !isConfirmedAlways(call)) continue;
    if (session === 'absent' || session === 'garbage' || session === 'unknown') {
      cells.push({ ...plain, session });
      continue;
    }
    for (const type of ['A', 'B', 'F'] as const)
      for (const right of RIGHT_STATES)
        for (const relation of session === 'live' ? relationsOf(reach, type) : (['own'] as const))
          for (const isNew of session === 'live' ? kinds : [true])
            cells.push({ right, type, session, relation, isNew });
  }
  return cells;
}

function relationsOf(reach: Reach, type: EntityType): readonly Relation[] {
  if (namedBy(reach) === null) return ['own'];
  return type === 'F' ? ['own', 'other', 'controlling'] : ['own', 'other'];
}
