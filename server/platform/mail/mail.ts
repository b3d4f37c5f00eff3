import { createTransport } from 'nodemailer';
import {
  MAIL_CONNECT_TIMEOUT_MS,
  MAIL_GREETING_TIMEOUT_MS,
  MAIL_IDLE_TIMEOUT_MS,
  MAIL_MAX_CONNECTIONS,
  MAIL_MAX_MESSAGES_PER_CONNECTION,
} from '../limits.ts';
import { inSpan } from '../current-work.ts';
import { checkMail } from './check.ts';
import { MailError, mailErrorFrom } from './errors.ts';
import type { Mail } from './message.ts';

export interface SentMail {
  readonly accepted: readonly string[];
  /** Recipients that the server refused while it accepted the mail for others. */
  readonly rejected: readonly string[];
  /** The server's last reply, usually with its own id for the mail. */
  readonly response: string;
}

export interface Mailer {
  /** Resolves when the server has accepted the mail for at least one recipient; rejects with MailError. */
  send(mail: Mail): Promise<SentMail>;
  /** Resolves if the server is reachable and accepts our credentials; rejects with MailError. */
  verify(): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  readonly host: string;
  readonly port: number;
  /**
   * `tls` from the first byte, `starttls` (fails if the server does not offer it), or `none` for a server on this
   * machine.
   */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user?: string;
  readonly password?: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Additional trusted certificates, as PEM. */
  readonly ca?: string;
  readonly connectTimeoutMs?: number;
  readonly greetingTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
}

/** Sends mail over SMTP on a few reused connections. The sending job is responsible for retries. */
export function createMailer(options: MailerOptions): Mailer {
  const transport = createTransport({
    pool: true,
    host: options.host,
    port: options.port,
    ...securityOptions(options),
    ...(options.user ? { auth: { user: options.user, pass: options.password ?? '' } } : {}),
    maxConnections: MAIL_MAX_CONNECTIONS,
    maxMessages: MAIL_MAX_MESSAGES_PER_CONNECTION,
    maxRequeues: 0,
    connectionTimeout: options.connectTimeoutMs ?? MAIL_CONNECT_TIMEOUT_MS,
    dnsTimeout: options.connectTimeoutMs ?? MAIL_CONNECT_TIMEOUT_MS,
    greetingTimeout: options.greetingTimeoutMs ?? MAIL_GREETING_TIMEOUT_MS,
    socketTimeout: options.idleTimeoutMs ?? MAIL_IDLE_TIMEOUT_MS,
    // A mail contains only what the caller passes, never a file or page that a value happens to name.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  /** Traces count recipients and never name them. */
  const describe = ({ accepted, rejected }: SentMail) => ({
    'bureau.accepted': accepted.length,
    'bureau.rejected': rejected.length,
  });

  async function send(mail: Mail): Promise<SentMail> {
    const to = checkMail(mail);
    try {
      const info = await transport.sendMail({
        from: { ...options.from },
        // Objects, so that no address is ever parsed for commas, names or groups.
        to: to.map((address) => ({ name: '', address })),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: mail.messageId,
        attachments: (mail.attachments ?? []).map(({ fileName, mime, content }) => ({
          filename: fileName,
          contentType: mime,
          content,
        })),
      });
      return {
        accepted: info.accepted.map(addressText),
        rejected: info.rejected.map(addressText),
        response: info.response,
      };
    } catch (error) {
      throw mailErrorFrom(error);
    }
  }

  return {
    send: (mail) => inSpan('mail', {}, () => send(mail), describe),

    async verify() {
      const isReady = await transport.verify().catch((error: unknown) => {
        throw mailErrorFrom(error);
      });
      if (!isReady) throw new MailError('temporary', 'the mail server is not ready');
    },

    close: () => transport.close(),
  };
}

function securityOptions({ security, ca }: MailerOptions) {
  const tls = { minVersion: 'TLSv1.2' as const, ...(ca ? { ca } : {}) };
  if (security === 'tls') return { secure: true, tls };
  if (security === 'starttls') return { secure: false, requireTLS: true, tls };
  return { secure: false, ignoreTLS: true };
}

function addressText(entry: string | { address?: string }): string {
  return typeof entry === 'string' ? entry : (entry.address ?? '');
}
