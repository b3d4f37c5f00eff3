import { expect, test } from 'vitest';
import { judge, resultToken, signatureOf } from './signature.ts';

const body = Buffer.from('{"data":{"link_amount":"170.00"}}');
const sentAt = '1746427759733';
const now = Number(sentAt);
const MINUTE = 60_000;
const signature = signatureOf('secret', sentAt, body);
const verdict = (change: object, nowMs = now, secret = 'secret') =>
  judge({ signature, sentAt, body, ...change }, secret, nowMs, 10 * MINUTE);
const why = (...given: Parameters<typeof verdict>) => verdict(...given).why;

test('the signature covers the timestamp and the bytes of the body', () => {
  // Computed with: printf '%s%s' "$sentAt" "$body" | openssl dgst -sha256 -hmac secret -binary | base64
  expect(signature).toBe('KIyDpr6JI7zF/o9dQi+gVXJYafADJfD2S9QXXG6yXeE=');
  expect(why({})).toBe('');
});

test('any other signature is refused', () => {
  const forged = 'Its signature is not right.';
  expect(why({ body: Buffer.concat([body, Buffer.from(' ')]) })).toBe(forged);
  expect(why({ body: Buffer.from('{"data":{"link_amount":170}}') })).toBe(forged);
  expect(why({ sentAt: '1746427759734' })).toBe(forged);
  expect(why({ signature: '' })).toBe(forged);
  expect(why({ signature: signature.toLowerCase() })).toBe(forged);
  expect(why({}, now, 'other')).toBe(forged);
  expect(verdict({}, now, 'other').isSigned).toBe(false);
});

test('a signature is valid for ten minutes in both directions', () => {
  const old = 'It was signed at another time.';
  expect(why({}, now + 10 * MINUTE)).toBe('');
  expect(why({}, now + 10 * MINUTE + 1)).toBe(old);
  expect(why({}, now - 10 * MINUTE - 1)).toBe(old);
  expect(verdict({}, now + 10 * MINUTE + 1).isSigned).toBe(true);
  expect(why({ sentAt: '', signature: signatureOf('secret', '', body) })).toBe(old);
});

test('the token of a result page differs for each order and depends on the secret', () => {
  expect(resultToken('secret', 'R1')).toMatch(/^[\w-]{43}$/);
  expect(
    new Set([resultToken('secret', 'R1'), resultToken('secret', 'R2'), resultToken('other', 'R1')]).size,
  ).toBe(3);
});
