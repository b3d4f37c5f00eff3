import { describe, expect, test } from 'vitest';
import { firstMail, resetMail } from './mails.ts';

describe('the reset mail', () => {
  const link = 'https://bureau.example/#reset=abc&x=1';

  test('says who, what and how long, in both forms', () => {
    const mail = resetMail({ business: 'Bureau', userName: 'Asha', link, minutes: 30 });
    expect(mail.subject).toBe('Bureau: set a new password');
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('30 minutes');
    expect(mail.html).toContain('href="https://bureau.example/#reset=abc&amp;x=1"');
    expect(mail.html).toContain('30 minutes');
  });

  test('a name cannot bring markup, and a link cannot bring a script', () => {
    const userName = '<img src=x onerror="alert(1)">\'&';
    const { html } = resetMail({ business: '<b>', userName, link, minutes: 30 });
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<b>');
    expect(() =>
      resetMail({ business: 'B', userName: 'A', link: 'javascript:alert(1)', minutes: 30 }),
    ).toThrow(TypeError);
  });
});

test('the first mail tells a new user the id, the link and how long it works', () => {
  const link = 'https://bureau.example/#reset=abc';
  const mail = firstMail({ business: 'Bureau', userName: 'Asha', userId: 'asha.rao', link, hours: 72 });
  expect(mail.subject).toBe('Bureau: choose your password');
  for (const form of [mail.text, mail.html]) {
    expect(form).toContain('as asha.rao');
    expect(form).toContain('72 hours');
    expect(form).toContain(link);
  }
});
