import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCatcher } from '#tools/catcher/catcher.ts';
import type { Catcher } from '#tools/catcher/catcher.ts';
import { programPath } from '#tools/testing/apt.ts';
import { runProgram } from '#tools/testing/daemon.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { createMailer } from './mail.ts';
import type { Mailer, MailerOptions } from './mail.ts';
import type { Mail } from './message.ts';

const mailerFor = (port: number, more: Partial<MailerOptions> = {}) =>
  createMailer({
    host: '127.0.0.1',
    port,
    security: 'none',
    from: { name: 'Bureau & Söhne', address: 'desk@bureau.example' },
    ...more,
  });

/** Only for servers that do not answer: a server that does may be slow on a busy machine. */
const SHORT_WAITS = { connectTimeoutMs: 800, greetingTimeoutMs: 800, idleTimeoutMs: 800 };

const letterTo = (to: Mail['to'], more: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Rates of today',
  html: '<p>USD 83.25</p>',
  text: 'USD 83.25',
  messageId: '<rates-1@bureau.example>',
  ...more,
});

describe('an SMTP conversation', () => {
  let catcher: Catcher;
  let mailer: Mailer;
  beforeAll(async () => {
    catcher = await startCatcher();
  });
  beforeEach(() => {
    catcher.behave({ kind: 'accept' });
    catcher.clear();
    mailer = mailerFor(catcher.smtpPort);
  });
  afterEach(() => mailer.close());
  afterAll(() => catcher?.close());

  test('delivers the mail with its given Message-ID, unicode and attachment', async () => {
    await expect(mailer.verify()).resolves.toBeUndefined();
    const sent = await mailer.send(
      letterTo('raj@branch.example', {
        subject: 'दर ₹ 83.25 – “today”',
        text: 'नमस्ते',
        html: '<p>नमस्ते ₹</p>',
        attachments: [{ fileName: 'दर कार्ड.pdf', mime: 'application/pdf', content: Buffer.from('%PDF-') }],
      }),
    );
    expect(sent).toMatchObject({ accepted: ['raj@branch.example'], rejected: [] });
    const mail = await catcher.waitFor((entry) => entry.messageId === '<rates-1@bureau.example>', 20_000);
    expect(mail).toMatchObject({
      to: ['raj@branch.example'],
      from: '"Bureau & Söhne" <desk@bureau.example>',
      subject: 'दर ₹ 83.25 – “today”',
      html: '<p>नमस्ते ₹</p>',
      attachments: [{ fileName: 'दर कार्ड.pdf', mime: 'application/pdf', bytes: 5 }],
    });
    expect(mail.text.trim()).toBe('नमस्ते');
  });

  test('delivers a hundred mails at once on a few reused connections', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `<bulk-${n}@bureau.example>`);
    await Promise.all(ids.map((messageId) => mailer.send(letterTo('raj@branch.example', { messageId }))));
    expect(new Set(catcher.mails().map((mail) => mail.messageId))).toEqual(new Set(ids));
  });

  test.each([
    [421, 'temporary'],
    [451, 'temporary'],
    [550, 'permanent'],
    [554, 'permanent'],
  ] as const)('an answer of %i is %s, for a recipient and for a message', async (code, kind) => {
    for (const at of ['recipient', 'message'] as const) {
      catcher.behave({ kind: 'reject', at, code });
      await expect(mailer.send(letterTo('raj@branch.example'))).rejects.toMatchObject({
        name: 'MailError',
        kind,
        responseCode: code,
      });
    }
    expect(catcher.mails()).toEqual([]);
    catcher.behave({ kind: 'accept' });
    await expect(mailer.send(letterTo('raj@branch.example'))).resolves.toMatchObject({ rejected: [] });
  });

  test.each([
    ['hangs up at once', { kind: 'drop', at: 'connect' }],
    ['hangs up in the message', { kind: 'drop', at: 'message' }],
    ['never says a word', { kind: 'silent' }],
  ] as const)('a server that %s is a temporary failure, soon', async (_what, behaviour) => {
    catcher.behave(behaviour);
    const hasty = mailerFor(catcher.smtpPort, SHORT_WAITS);
    const begun = performance.now();
    await expect(hasty.send(letterTo('raj@branch.example'))).rejects.toMatchObject({ kind: 'temporary' });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(catcher.mails()).toEqual([]);
    hasty.close();
  });

  test('a server that is down is a temporary failure', async () => {
    const lonely = mailerFor(await freePort());
    await expect(lonely.send(letterTo('raj@branch.example'))).rejects.toMatchObject({ kind: 'temporary' });
    await expect(lonely.verify()).rejects.toMatchObject({ name: 'MailError', kind: 'temporary' });
    lonely.close();
  });

  test.each<[string, Partial<Mail>]>([
    ['a second header in the subject', { subject: 'Rates\r\nBcc: thief@evil.example' }],
    ['a bare line feed in the subject', { subject: 'Rates\nBcc: thief@evil.example' }],
    ['a body in the subject', { subject: 'Rates\r\n\r\n<h1>forged</h1>' }],
    ['a line end in the address', { to: 'raj@branch.example\r\nRCPT TO:<thief@evil.example>' }],
    ['two addresses in one', { to: 'raj@branch.example, thief@evil.example' }],
    ['an address with a name', { to: 'Raj <thief@evil.example>' }],
    ['a group', { to: 'all:thief@evil.example;' }],
    ['a route in the address', { to: '<@relay.example:thief@evil.example>' }],
    ['an SMTP parameter in the address', { to: 'raj@branch.example> NOTIFY=SUCCESS' }],
    ['no recipient', { to: [] }],
    ['one bad recipient of two', { to: ['raj@branch.example', 'thief'] }],
    ['a header in the Message-ID', { messageId: '<a@b>\r\nBcc: thief@evil.example' }],
    ['a bare Message-ID', { messageId: 'rates-1' }],
    [
      'a header in the name of an attachment',
      {
        attachments: [{ fileName: 'a.pdf"\r\nX-Evil: 1', mime: 'application/pdf', content: Buffer.alloc(1) }],
      },
    ],
    [
      'a header in the type of an attachment',
      { attachments: [{ fileName: 'a.pdf', mime: 'text/html\r\nX-Evil: 1', content: Buffer.alloc(1) }] },
    ],
  ])('%s is refused before a connection is made', async (_what, change) => {
    const sending = mailer.send(letterTo('raj@branch.example', change));
    await expect(sending).rejects.toMatchObject({ name: 'MailError', kind: 'permanent' });
    expect(catcher.mails()).toEqual([]);
  });

  test('lines of the body that look like SMTP stay in the body', async () => {
    const text = 'before\r\n.\r\nMAIL FROM:<thief@evil.example>\r\nafter';
    await mailer.send(letterTo('raj@branch.example', { text }));
    expect(catcher.mails()).toHaveLength(1);
    expect(catcher.mails()[0]?.text.trim().split(/\r?\n/)).toEqual(text.split('\r\n'));
  });
});

describe('credentials and encryption', () => {
  let dir: string;
  let tls: { key: string; cert: string };
  let catcher: Catcher;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'bureau-mail-'));
    await runProgram(programPath('openssl'), [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'cert.pem')],
    ]);
    const [key, cert] = await Promise.all(
      ['key.pem', 'cert.pem'].map((name) => readFile(join(dir, name), 'utf8')),
    );
    tls = { key: key ?? '', cert: cert ?? '' };
    catcher = await startCatcher({ tls, credentials: { user: 'desk', password: 'right' } });
  });
  afterAll(async () => {
    await catcher?.close();
    await rm(dir, { recursive: true, force: true });
  });

  test.each([
    ['a trusted certificate and the right password', { password: 'right' }, true],
    ['a wrong password', { password: 'wrong' }, false],
    ['no password at all', { user: '' }, false],
    ['a certificate nobody vouches for', { password: 'right', ca: '' }, false],
    ['another name than the certificate’s', { password: 'right', host: 'localhost.localdomain' }, false],
  ] as const)('%s', async (_what, change, isSent) => {
    const mailer = mailerFor(catcher.smtpPort, {
      security: 'starttls',
      user: 'desk',
      ca: tls.cert,
      ...change,
    });
    const sending = mailer.send(letterTo('raj@branch.example'));
    if (isSent) await expect(sending).resolves.toMatchObject({ rejected: [] });
    else await expect(sending).rejects.toMatchObject({ name: 'MailError', kind: 'temporary' });
    mailer.close();
  });

  test('a server without encryption gets nothing from a mailer that requires it', async () => {
    const plain = await startCatcher();
    for (const security of ['starttls', 'tls'] as const) {
      const mailer = mailerFor(plain.smtpPort, { security, ca: tls.cert });
      await expect(mailer.send(letterTo('raj@branch.example'))).rejects.toMatchObject({ kind: 'temporary' });
      mailer.close();
    }
    expect(plain.mails()).toEqual([]);
    await plain.close();
  });
});
