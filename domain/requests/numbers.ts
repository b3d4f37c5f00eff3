import { mayDo, type RightKey, type Rights } from '../rights.ts';
import { APPROVAL_STEPS, LEVELS, type Actor } from './approval.ts';
import type { NumberView } from './codes.ts';

/**
 * The numbers that identify a customer: PAN, ID number, bank account and day of birth. This file alone decides who sees
 * them whole.
 */

export const NOT_CARRIED =
  'The numbers and documents of this request are only for the executive who carries it.';

/** The part of a request that decides who sees its numbers. */
export interface NumbersOwner {
  /** The users who made the request or wrote its current content. */
  readonly makers: readonly string[];
  /** Whether it names the user as its executive, or its notes are with the user or on their way to them. */
  readonly isCarried: boolean;
}

/** The rights of a user who carries notes. */
const CARRYING: readonly RightKey[] = ['HANDOVER', 'CNACCEPT', 'CNRACCEPT'];

/** A keeper of a vault hands notes over in the branch and is therefore not a mere rider. */
const isMereRider = (rights: Rights): boolean =>
  CARRYING.some((key) => mayDo(rights, key, 'change')) && !mayDo(rights, 'VAULTSTOCK', 'query');

/** Whether the rights alone show the numbers of every request in reach: to those who enter requests or approve a step. */
export const seesEveryNumber = (rights: Rights): boolean =>
  mayDo(rights, 'NEWTRANREQUEST', 'change') ||
  LEVELS.some((level) => mayDo(rights, APPROVAL_STEPS[level].right, 'edit'));

/** What a user sees of the numbers of a request in reach. */
export function numbersSeenBy({ user, rights }: Actor, { makers, isCarried }: NumbersOwner): NumberView {
  if (seesEveryNumber(rights) || makers.includes(user) || isCarried) return 'whole';
  return mayDo(rights, 'TRANREQUESTDETAIL', 'query') && !isMereRider(rights) ? 'shown' : 'masked';
}
