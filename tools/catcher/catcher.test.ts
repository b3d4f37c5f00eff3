import { createMailer } from '#server/platform/mail/mail.ts';
import type { Mailer } from '#server/platform/mail/mail.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCatcher } from './catcher.ts';
import type { Catcher } from './catcher.ts';
import type { CaughtMail } from './caught.ts';

let catcher: Catcher;
let mailer: Mailer;
beforeAll(async () => {
  catcher = await startCatcher({ keepMails: 3 });
  mailer = createMailer({
    host: '127.0.0.1',
    port: catcher.smtpPort,
    security: 'none',
    from: { name: 'Bureau', address: 'desk@bureau.example' },
  });
});
beforeEach(() => catcher.clear());
afterAll(async () => {
  mailer.close();
  await catcher.close();
});

const send = (n: number, html = '<p>hello</p>', subject = `Mail ${n}`) =>
  mailer.send({
    to: 'raj@branch.example',
    subject,
    html,
    text: 'hello',
    messageId: `<m${n}@bureau.example>`,
  });

test('keeps only the last mails, newest first, and returns them as JSON', async () => {
  for (const n of [1, 2, 3, 4]) await send(n);
  const response = await fetch(`${catcher.url}/mails`);
  expect(response.headers.get('content-type')).toContain('application/json');
  const mails = (await response.json()) as CaughtMail[];
  expect(mails.map((mail) => mail.subject)).toEqual(['Mail 4', 'Mail 3', 'Mail 2']);
  expect(mails[0]).toMatchObject({
    messageId: '<m4@bureau.example>',
    to: ['raj@branch.example'],
    attachments: [],
  });
  expect(Math.abs(Date.now() - Date.parse(mails[0]?.receivedAt ?? ''))).toBeLessThan(10_000);
});

test('is emptied by DELETE', async () => {
  await send(1);
  expect((await fetch(`${catcher.url}/mails`, { method: 'DELETE' })).status).toBe(204);
  expect(catcher.mails()).toEqual([]);
  expect((await fetch(`${catcher.url}/elsewhere`)).status).toBe(404);
});

test('waits for a mail, but not forever', async () => {
  const waiting = catcher.waitFor((mail) => mail.subject === 'Mail 7', 20_000);
  await send(6);
  await send(7);
  expect((await waiting).messageId).toBe('<m7@bureau.example>');
  await expect(catcher.waitFor((mail) => mail.subject === 'never', 50)).rejects.toThrow('within 50 ms');
});

test('the page shows a mail isolated in its frame', async () => {
  await send(1, '<p>body</p>"><script>alert(1)</script>', '<script>alert(2)</script>');
  await send(2);
  const older = catcher.mails()[1]?.id;
  const response = await fetch(`${catcher.url}/?mail=${older}`);
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script');
  expect(page).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
});
