/**
 * The domain starts with one arbitrary character, so that the first dot after it decides. A second unbounded part would
 * backtrack.
 */
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Whether a text has the form of an e-mail address: a local part, `@`, and a domain with a dot inside. */
export const isEmail = (text: string): boolean => EMAIL.test(text);
