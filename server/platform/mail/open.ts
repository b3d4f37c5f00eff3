import { ConfigError, type Config } from '../config.ts';
import { createMailer, type Mailer } from './mail.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The mailer as configured. Only a server on this machine is used without encryption. */
export function openMailer(config: Config): Mailer {
  const url = new URL(config.SMTP_URL);
  const isTls = url.protocol === 'smtps:';
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(config.MAIL_FROM) ?? [];
  if (address === undefined) throw new ConfigError('MAIL_FROM must be written as: Name <address>');
  return createMailer({
    host: url.hostname,
    port: url.port === '' ? (isTls ? 465 : 25) : Number(url.port),
    security: isTls ? 'tls' : LOOPBACK.has(url.hostname) ? 'none' : 'starttls',
    ...(url.username === ''
      ? {}
      : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }),
    from: { name: (name ?? '').trim(), address },
  });
}
