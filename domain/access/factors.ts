/** Second factors: what a session must do first, and which calls ask for a fresh factor. */

/** What a session must do before it can make other calls. */
export type FactorDue = 'none' | 'verify' | 'enrol';

/** The groups of calls that can ask for a fresh second factor. The setting STEP_UP names those that do. */
export const STEP_UP_KINDS = ['approvals', 'rates', 'rights', 'users', 'bank', 'persons'] as const;
/**
 * `factors` is always on: changing the own factors needs a fresh factor or, if there is none yet, the password, or the
 * identity provider asked again.
 */
export type StepUpKind = (typeof STEP_UP_KINDS)[number] | 'factors';

export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_CHARS = 50;

export const FACTOR_TEXTS = {
  verifyFirst: 'Please confirm your sign-in with your second factor first.',
  enrolFirst: 'Please set up a second factor first.',
  confirm: 'Please confirm this with your second factor.',
  confirmPassword: 'Please confirm this with your password.',
  confirmProvider: 'Please confirm this by signing in at your organisation once more.',
  needsFactor:
    'This needs a second factor. Please set one up under Sign-in Security in the user menu, then try again.',
  nextSignIn:
    'This needs a second factor, and the one that you have just set up counts from your next sign-in. Please sign out, sign in with it, and try again.',
  otherPerson:
    'This did not confirm your user: the sign-in there was too long ago, or it was that of another person.',
  wrongCode: 'This code is not right, or it has been used.',
  wrongPassword: 'The password is not right.',
  noTotp: 'Codes of an authenticator app are not switched on for this installation.',
  tooOld: 'This took too long. Please begin again.',
  notSetUp: 'There is nothing to remove.',
  noSession: 'There is no such session any more.',
  noPasskey: 'You have no such passkey.',
  passkeyRefused: 'This passkey could not be used. Please try again.',
  passkeyKnown: 'This passkey is in use already.',
  tooManyPasskeys: 'You have ten passkeys already. Please remove one first.',
  passkeyName: 'Please give the passkey a name.',
  lastFactor:
    'Your right group requires a second factor, and this is the only one. Please add another one first.',
  cannotRequire:
    'Users could not set up a second factor: this installation has no SECOND_FACTOR_SECRET, and its PUBLIC_URL cannot have passkeys. Please set one of them first.',
  codesNeedFactor: 'Recovery codes need a second factor. Please set one up first.',
  aboveLimit: (limit: string) =>
    `A request above ${limit} needs your second factor. Please approve it by itself.`,
} as const;
