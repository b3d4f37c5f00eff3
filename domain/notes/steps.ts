import { firstRefusal, type Answer } from '../answer.ts';
import { isSale, type TransactionType } from '../requests/codes.ts';
import { mayDo, type RightKey, type Rights } from '../rights.ts';

/**
 * The last steps of a request, after the approvals: planned (S), delivered or collected (D), handed over in the branch
 * (H). Each step is a posting of the notes ledger.
 */

/** The part of a request that decides which steps are possible. */
export interface DeliveryState {
  readonly type: string;
  readonly handover: string;
  readonly status: string;
  readonly approved: boolean;
  readonly withdrawn: boolean;
  /** The employee who delivers or collects; null if none is named. */
  readonly deliveryExecutive: number | null;
  /** The number of lines with currency notes; a card line moves no notes. */
  readonly noteLines: number;
  /** The holder of each line's notes that are out: an employee's number, or null for notes in transit. */
  readonly onTheRoad: readonly (number | null)[];
}

export interface Deliverer {
  /** The employee number of the user; null if the user is not an employee. */
  readonly employee: number | null;
  readonly rights: Rights;
}

export type DeliveryStep = 'schedule' | 'deliver' | 'handover' | 'undo';
export const DELIVERY_STEPS = ['schedule', 'deliver', 'handover', 'undo'] as const;

/** The right that each step needs. */
export const STEP_RIGHTS: Readonly<Record<DeliveryStep, RightKey>> = {
  schedule: 'CNOUT',
  deliver: 'HANDOVER',
  handover: 'HANDOVER',
  undo: 'VAULTSTOCK',
};

const NO_RIGHT = 'You do not have the right for this step.';
const isSold = ({ type }: DeliveryState) => isSale(type as TransactionType);

const basics = (state: DeliveryState, { rights }: Deliverer, step: DeliveryStep) =>
  [
    state.withdrawn && 'The request has been withdrawn.',
    !mayDo(rights, STEP_RIGHTS[step], 'edit') && NO_RIGHT,
    !state.approved && 'The request is not approved at every step.',
  ] as const;

/** For a sale with notes, CN Out plans the delivery. A request that moves no notes at first is planned by hand. */
export function canSchedule(state: DeliveryState, actor: Deliverer): Answer {
  return firstRefusal(
    ...basics(state, actor, 'schedule'),
    state.handover !== 'DEL' && 'The request is handed over in the branch.',
    state.status !== 'P' && 'The delivery is planned already.',
    isSold(state) && state.noteLines > 0 && 'The delivery is planned when its notes go out (CN Out).',
  );
}

/**
 * The employee who hands over or collects: for a sale the holder of all its notes, otherwise the delivery executive.
 */
export function delivererOf(state: DeliveryState): number | null {
  if (!isSold(state) || state.noteLines === 0) return state.deliveryExecutive;
  const [first = null, ...others] = state.onTheRoad;
  return others.every((holder) => holder === first) ? first : null;
}

/** The deliverer confirms the delivery, or a keeper of the vault does it for them. */
export function canDeliver(state: DeliveryState, actor: Deliverer): Answer {
  const { handover, status, noteLines, onTheRoad } = state;
  const movesOut = isSold(state) && noteLines > 0;
  const deliverer = delivererOf(state);
  return firstRefusal(
    ...basics(state, actor, 'deliver'),
    handover !== 'DEL' && 'The request is handed over in the branch.',
    (status === 'D' || status === 'H') && 'The request is delivered already.',
    movesOut && onTheRoad.length < noteLines && 'Not all its notes have gone out.',
    movesOut && onTheRoad.includes(null) && 'Some of its notes are in transit and not accepted yet.',
    movesOut && deliverer === null && 'Its notes are with several executives; one must have them all.',
    !movesOut && status === 'P' && 'The delivery is not planned yet.',
    deliverer === null && 'The request names no delivery executive.',
    deliverer !== actor.employee &&
      !mayDo(actor.rights, 'VAULTSTOCK', 'edit') &&
      (movesOut
        ? 'Only the executive who holds its notes can confirm.'
        : 'Only the delivery executive of the request can confirm.'),
  );
}

export function canHandOver(state: DeliveryState, actor: Deliverer): Answer {
  return firstRefusal(
    ...basics(state, actor, 'handover'),
    state.handover !== 'IN' && 'The request is for delivery, not for the branch.',
    (state.status === 'D' || state.status === 'H') && 'The request is handed over already.',
    state.onTheRoad.length > 0 && 'Some of its notes are out; they must come back to the vault first.',
  );
}

/** Undoes the last step: delivered, handed over, or planned while no notes are out. */
export function canUndo(state: DeliveryState, actor: Deliverer): Answer {
  const { status, onTheRoad, noteLines } = state;
  return firstRefusal(
    ...basics(state, actor, 'undo'),
    status === 'P' && 'No step has been taken yet.',
    status === 'S' && onTheRoad.length > 0 && 'Its notes are out; move them back to the vault instead.',
    status === 'D' &&
      !isSold(state) &&
      (onTheRoad.length < noteLines || onTheRoad.some((holder) => holder !== state.deliveryExecutive)) &&
      'Its notes have been moved on since they were collected.',
  );
}

export const STEP_RULES: Readonly<Record<DeliveryStep, (state: DeliveryState, actor: Deliverer) => Answer>> =
  {
    schedule: canSchedule,
    deliver: canDeliver,
    handover: canHandOver,
    undo: canUndo,
  };
