import type { Declared } from '#contract/define.ts';
import { namedBy, type EntityType, type Reach } from '../calls/sample.ts';

/** What a caller's group grants on the call's own key; `others` has every flag of every other key. */
export const RIGHT_STATES = ['none', 'query', 'add', 'edit', 'all', 'others'] as const;
export type RightState = (typeof RIGHT_STATES)[number];

export const SESSION_STATES = [
  'live',
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

/** Any one of these letters will do. */
function neededLetters({ right, kind }: Declared, isNew: boolean): string {
  if (typeof right === 'string') return '';
  if (right.flag !== 'save') return right.flag.charAt(0);
  if (kind === 'upload') return 'ae';
  return isNew ? 'a' : 'e';
}

/**
 * The statuses that a valid call may be answered with: said a second time, from the declaration alone, so that the
 * product's own opinion of itself is not what it is measured by.
 */
export function allowedStatuses(call: Declared, reach: Reach, cell: Cell): readonly number[] {
  if (call.session === 'none') return [200];
  if (cell.session === 'must change password') {
    if (call.openDuringPasswordChange !== true) return [403];
  } else if (cell.session !== 'live') return [401];
  const letters = neededLetters(call, cell.isNew);
  if (letters !== '' && ![...letters].some((letter) => GRANTED[cell.right].includes(letter))) return [403];
  if (typeof reach === 'object' && 'only' in reach && !reach.only.includes(cell.type)) return [403];
  const by = namedBy(reach);
  if (by !== null && !by.includes(cell.type)) return [403, 404];
  if (by !== null && cell.relation !== 'own' && cell.type !== 'A') return [403, 404];
  return [200];
}

/** Every cell of one call. Without a user there is nothing to vary; a call open to all has one cell. */
export function cellsOf(call: Declared, reach: Reach): readonly Cell[] {
  const plain: Cell = { right: 'none', type: 'A', session: 'absent', relation: 'own', isNew: true };
  if (call.session === 'none') return [plain];
  const kinds = typeof call.right !== 'string' && call.right.flag === 'save' ? [true, false] : [true];
  const cells: Cell[] = [];
  for (const session of SESSION_STATES) {
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
