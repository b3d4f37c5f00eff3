import { expect, it } from 'vitest';
import { makeLog } from './log.ts';

function logged(write: (log: ReturnType<typeof makeLog>) => void): string {
  const lines: string[] = [];
  write(makeLog('info', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

const session = 'zpNQxGhTvi_csP9nu0LMHnNzc8u1oRawoE3RvmrYKGc';

it.each([
  ['a password in an object', { user: { password: 'Bureau2026' } }, 'Bureau2026'],
  ['a session id in an object', { asked: { session } }, session],
  ['an authorization header', { headers: { authorization: 'Bearer abc123' } }, 'abc123'],
  ['an account number', { request: { reqRemitterAcctNo: '001234567' } }, '001234567'],
  ['an account number of a draft', { draft: { accountNumber: '001234567' } }, '001234567'],
  ['a passport number of a draft', { draft: { idNumber: 'Z1234567' } }, 'Z1234567'],
])('%s is hidden', (_, fields, secret) => {
  const line = logged((log) => log.info(fields, 'something'));
  expect(line).not.toContain(secret);
  expect(line).toContain('[hidden]');
});

it.each([
  ['a session id', `session ${session} ended`, session],
  ['a PAN', 'PAN ABCPE1234F is new', 'ABCPE1234F'],
  ['an Aadhaar number', 'id 2345 6789 0123 given', '2345 6789 0123'],
  ['a password in an address', 'cannot reach postgres://me:hush@db/x', 'hush'],
])('%s in a sentence is hidden', (_, sentence, secret) => {
  expect(logged((log) => log.info(sentence))).not.toContain(secret);
});

it('an error keeps its type and stack, not the secrets in its message', () => {
  const error = Object.assign(new Error(`no session ${session}`), {
    code: '23505',
    constraint: 'country_name_unique',
  });
  const line = logged((log) => log.error({ err: error }, 'failed'));
  expect(line).not.toContain(session);
  expect(JSON.parse(line).err).toMatchObject({
    type: 'Error',
    code: '23505',
    constraint: 'country_name_unique',
  });
});
