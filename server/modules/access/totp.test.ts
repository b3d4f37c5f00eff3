import { expect, test } from 'vitest';
import { codeAt, newTotpSecret, stepAt, stepOfCode, totpUri } from './totp.ts';

/** The secret of RFC 6238, "12345678901234567890", in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The vectors of RFC 6238, appendix B, by their last six digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is %s', (second, code) => {
  expect(codeAt(SECRET, stepAt(second * 1_000))).toBe(code);
});

test('a code is accepted one step early or late, and no further', () => {
  const now = 1_111_111_111_000;
  const step = stepAt(now);
  const accepted = [-2, -1, 0, 1, 2].map((more) => stepOfCode(SECRET, codeAt(SECRET, step + more), now));
  expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
  expect(stepOfCode(SECRET, '', now)).toBeNull();
  expect(stepOfCode(SECRET, '0504711', now)).toBeNull();
});

test('a secret has 160 bits in base32, and its address names issuer and user', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  expect(totpUri('Bureau', 'a b', secret)).toBe(`otpauth://totp/Bureau:a%20b?secret=${secret}&issuer=Bureau`);
});
