/** The shared error catalogue: codes and texts exactly as specified, misspellings included. */
export const MESSAGES = {
  ERR0000: 'Unidentified Error. Please contact to administrator.',
  MSG0000: 'SUCCESS',
  MSG0001: 'Invalid username or password',
  MSG0002: 'Session has been expired. Please login again',
  MSG0003: 'User is inactive',
  MSG0004: 'User is blocked by Admin or Head office',
  MSG0005: 'Please check password policy',
  MSG0006: 'Please fill mandatory feilds',
  MSG0007: 'Date of birth sould be less than today',
  MSG0008: 'Payment does not tally. Please check.',
  MSG0009: 'New password and confirm password does not match',
} as const;

export type MessageCode = keyof typeof MESSAGES;

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(MESSAGES, code);

/** Specified texts that have no code. */
export const TEXTS = {
  badReset: 'Invalid User Id or Email Id',
  badBranch: 'Please pick valid branch',
  uploadFailed: 'Upload error. Try again.',
  paymentShort: 'Payment is short.',
  paymentDoesNotTally: 'Payment does not tally.',
  linkConfirm: 'Are you sure to send payment link ?.',
  linkSent: 'Payment link has been sent successfully',
  linkNotSent: 'Unable to send Payment link. Please contact to administrator',
  logNotWritten: 'Unable to write log. Please contact to administrator',
} as const;

/** The mandatory-fields message, with the names of the missing fields if they are known. */
export function mandatoryMessage(missing: readonly string[] = []): string {
  return missing.length === 0 ? MESSAGES.MSG0006 : `${MESSAGES.MSG0006}: ${missing.join(', ')}`;
}

/** The message for a text that is longer than its field allows. */
export function tooLongMessage(label: string, maxChars: number): string {
  return `${label} can have at most ${maxChars} characters.`;
}
