import { MAX_MAIL_SUBJECT_CHARS } from '../limits.ts';
import { MailError } from './errors.ts';
import type { Mail } from './message.ts';

/** One plain address: no names, lists, comments, quotes, spaces or line ends. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;
const MESSAGE_ID = /^<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+>$/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** The recipients of a mail with valid headers. An invalid header is refused, not corrected. */
export function checkMail(mail: Mail): readonly string[] {
  const to = typeof mail.to === 'string' ? [mail.to] : mail.to;
  if (to.length === 0) throw faulty('it has no recipient');
  if (!to.every((address) => ADDRESS.test(address))) throw faulty('a recipient is not a mail address');
  if (mail.subject.trim() === '' || CONTROL.test(mail.subject)) throw faulty('its subject is not one line');
  if (mail.subject.length > MAX_MAIL_SUBJECT_CHARS) throw faulty('its subject is too long');
  if (!MESSAGE_ID.test(mail.messageId)) throw faulty('its message id is malformed');
  for (const { fileName, mime } of mail.attachments ?? []) {
    if (fileName === '' || CONTROL.test(fileName)) throw faulty('the name of an attachment is not one line');
    if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(mime)) throw faulty('the type of an attachment is malformed');
  }
  return to;
}

function faulty(why: string): MailError {
  return new MailError('permanent', `the mail cannot be sent: ${why}`);
}
