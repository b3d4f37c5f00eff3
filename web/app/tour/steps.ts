import type { tourText } from '#web/texts/tour.ts';
import type { Path } from '../paths.ts';

export type StepId = keyof typeof tourText.steps;

export interface Step {
  /** The screen of the step; a step without one is only read about. */
  readonly path?: Path;
  /** Where the step leads, if it is not the path itself. */
  readonly href?: string;
  /** The help page, if it is not that of the screen. */
  readonly page?: string;
}

export const STEPS: Readonly<Record<StepId, Step>> = {
  company: { path: '/company' },
  branches: { path: '/entity' },
  vaults: { path: '/employee' },
  groups: { path: '/right' },
  people: { path: '/user-list' },
  currencies: { path: '/currency' },
  scheme: { path: '/tax-scheme' },
  publish: { path: '/ibr' },
  card: { path: '/rate-card' },
  wall: { path: '/autorates/:id', href: '/autorates/A' },
  sell: { path: '/newfxrequest' },
  find: { path: '/requestdetail' },
  approve: { path: '/requestdetail', href: '/requestdetail?status=WAITING', page: 'approvals' },
  settle: { path: '/special-approvals' },
  refund: { path: '/money-to-return' },
  takeNotes: { path: '/cnaccept' },
  sendNotes: { path: '/cnout' },
  inHand: { path: '/inhandreport' },
  countVault: { path: '/vaultstock' },
  month: { path: '/assessment' },
  surprise: { path: '/flash' },
  answers: { path: '/discrepancy' },
  respond: { path: '/discrepancy' },
  guidelines: { path: '/guidelines' },
  figures: { path: '/misbudget' },
  tasks: { path: '/tasksheet' },
  keys: { page: 'keys' },
  security: { path: '/signin-security' },
};

export type Role = 'administrator' | 'auditor' | 'manager' | 'treasury' | 'sales' | 'delivery' | 'other';

/** The steps of each role in the order of a first day. A step whose screen the user may not open is left out. */
export const TOURS: Readonly<Record<Role, readonly StepId[]>> = {
  administrator: ['company', 'branches', 'vaults', 'currencies', 'scheme', 'groups', 'people', 'security'],
  auditor: ['month', 'surprise', 'answers', 'guidelines', 'keys', 'security'],
  manager: ['approve', 'find', 'sendNotes', 'countVault', 'settle', 'refund', 'figures', 'security'],
  treasury: ['publish', 'card', 'wall', 'currencies', 'keys', 'security'],
  sales: ['card', 'sell', 'find', 'tasks', 'keys', 'security'],
  delivery: ['takeNotes', 'inHand', 'find', 'sendNotes', 'keys', 'security'],
  other: ['respond', 'card', 'guidelines', 'tasks', 'keys', 'security'],
};
