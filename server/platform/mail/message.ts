import type { MailContent } from './layout.ts';

export interface MailAttachment {
  readonly fileName: string;
  readonly mime: string;
  readonly content: Buffer;
}

export interface Mail extends MailContent {
  readonly to: string | readonly string[];
  /** `<left@right>`, the same for every attempt, so that a mail sent twice can be recognised as one. */
  readonly messageId: string;
  readonly attachments?: readonly MailAttachment[];
}
