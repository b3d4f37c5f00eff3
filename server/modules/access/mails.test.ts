import { describe, expect, test } from 'vitest';
import { emailChangedMail, firstMail, resetMail } from './mails.ts';

describe('the reset mail', () => {
  const link = 'https://bureau.example/#reset=abc&x=1';

  test('contains the user, the purpose and the validity, as HTML and as text', () => {
    const mail = resetMail({ business: 'Bureau', userName: 'Asha', link, minutes: 30 });
    expect(mail.subject).toBe('Bureau: set a new password');
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('30 minutes');
    expect(mail.html).toContain('href="https://bureau.example/#reset=abc&amp;x=1"');
    expect(mail.html).toContain('30 minutes');
  });

  test('escapes markup in a name and a script in a link', () => {
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

test('the first mail tells a new user the id, the link and its validity', () => {
  const link = 'https://bureau.example/#reset=abc';
  const mail = firstMail({ business: 'Bureau', userName: 'Asha', userId: 'asha.rao', link, hours: 72 });
  expect(mail.subject).toBe('Bureau: choose your password');
  for (const form of [mail.text, mail.html]) {
    expect(form).toContain('as asha.rao');
    expect(form).toContain('72 hours');
    expect(form).toContain(link);
  }
});

test('the mail about a changed address says who, when and what follows, and escapes names', () => {
  const mail = emailChangedMail({
    ...{ business: 'Bureau', userName: 'Asha', userId: 'asha.rao', hours: 24 },
    ...{ by: '<b>Bhavna</b>', at: '16/11/2026 10:00 IST' },
  });
  expect(mail.subject).toBe('Bureau: your e-mail address was changed');
  expect(mail.text).toContain('user asha.rao was changed on 16/11/2026 10:00 IST by <b>Bhavna</b>.');
  expect(mail.text).toContain('For 24 hours');
  expect(mail.html).toContain('by &lt;b&gt;Bhavna&lt;/b&gt;.');
  const unknown = { business: 'B', userName: 'A', userId: 'a', by: '', at: 'today', hours: 24 };
  expect(emailChangedMail(unknown).text).toContain('was changed on today. Mails');
});
