/** Why a mail was not accepted, and whether a later retry can help. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly kind: 'temporary' | 'permanent';
  /** The server's three-digit reply code, if it gave one. */
  readonly responseCode: number | undefined;

  constructor(
    kind: MailError['kind'],
    message: string,
    more: { responseCode?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.responseCode = more.responseCode;
  }
}

/** The steps at which a refusal is about this mail: its envelope or its content. */
const STEPS_OF_THE_MAIL = ['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EFILEACCESS', 'EURLACCESS', 'EMAXRECIPIENTS'];
const SIGN_IN_WANTED = 530;

/**
 * Interprets the transport's errors. Only a final reply about this mail is permanent. A broken connection, silence, and
 * a refusal of our credentials or encryption are resolved by time or by the operator, and the mail itself is fine.
 */
export function mailErrorFrom(error: unknown): MailError {
  const {
    code = '',
    responseCode,
    message,
  } = error as { code?: string; responseCode?: number; message?: string };
  const isFinal = responseCode === undefined || (responseCode >= 500 && responseCode !== SIGN_IN_WANTED);
  const isPermanent = STEPS_OF_THE_MAIL.includes(code) && isFinal;
  return new MailError(isPermanent ? 'permanent' : 'temporary', message ?? 'the mail could not be sent', {
    cause: error,
    ...(responseCode === undefined ? {} : { responseCode }),
  });
}
