export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 20;
export const USERNAME_MAX_CHARS = 20;

/** The policy as separate rules, so that a screen can tick them off while the user types. */
export const PASSWORD_RULES = [
  {
    id: 'length',
    text: `${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters`,
    holds: (password: string) => {
      const chars = [...password].length;
      return chars >= PASSWORD_MIN_CHARS && chars <= PASSWORD_MAX_CHARS;
    },
  },
  {
    id: 'capital',
    text: 'at least one capital letter',
    holds: (password: string) => /\p{Lu}/u.test(password),
  },
  { id: 'small', text: 'at least one small letter', holds: (password: string) => /\p{Ll}/u.test(password) },
  { id: 'digit', text: 'at least one digit', holds: (password: string) => /\d/.test(password) },
] as const;

/** Rules that an installation can add; only the server can check them. */
export const EXTRA_RULES = {
  past: 'not one of your last five passwords',
  common: 'not one of the commonest passwords',
} as const;

export type ExtraRule = keyof typeof EXTRA_RULES;

export const meetsPasswordPolicy = (password: string): boolean =>
  PASSWORD_RULES.every((rule) => rule.holds(password));

/** A username consists of letters, digits and . _ - @. */
export const isUsername = (text: string): boolean => /^[A-Za-z0-9._\-@]{1,20}$/.test(text);
