import { MESSAGES } from '../messages.ts';

/** Why a sign-in by the identity provider was refused, as the page says it. */
export const PROVIDER_REFUSALS = {
  cancelled: 'The sign-in was cancelled.',
  stale: 'This sign-in was begun in another window, or too long ago. Please try again.',
  down: 'The sign-in service cannot be reached. Please try again in a moment, or sign in with your password.',
  failed: 'The sign-in service gave an answer that cannot be accepted. Please try again.',
  unknown: 'No user belongs to you. Please ask your administrator to check the e-mail address of your user.',
  several: 'More than one user has your e-mail address. Please ask your administrator.',
  noemail:
    'The sign-in service did not confirm your e-mail address, so your user could not be found. Please ask your administrator.',
  held: 'The e-mail address of your user was changed shortly ago. Please sign in with your password, or try again in a day.',
  inactive: MESSAGES.MSG0003,
  blocked: MESSAGES.MSG0004,
} as const;

export type ProviderRefused = keyof typeof PROVIDER_REFUSALS;

const isRefused = (reason: string): reason is ProviderRefused => Object.hasOwn(PROVIDER_REFUSALS, reason);

/** The text for a reason in an address, which anybody can have written. */
export const refusalText = (reason: string): string =>
  PROVIDER_REFUSALS[isRefused(reason) ? reason : 'failed'];
