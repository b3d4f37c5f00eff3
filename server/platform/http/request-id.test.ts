import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { requestIdOf, traceparentOf } from './request-id.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

const isTrusted = readTrustedProxies('10.0.0.1');
const from = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const UUID = /^[0-9a-f]{8}-/;
const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the id of a request', () => {
  it('is that of a trusted proxy', () => {
    expect(requestIdOf(from('10.0.0.1', { 'x-request-id': 'abcdef-0123' }), isTrusted)).toBe('abcdef-0123');
    expect(requestIdOf(from('::ffff:10.0.0.1', { 'x-request-id': 'abcdef-0123' }), isTrusted)).toBe(
      'abcdef-0123',
    );
  });

  it.each([
    ['somebody else', '10.0.0.2', 'abcdef-0123'],
    ['a proxy with a quote in it', '10.0.0.1', "abcdef'; select 1"],
    ['a proxy with a line break in it', '10.0.0.1', 'abcdef-0123\nx'],
    ['a proxy, too short', '10.0.0.1', 'abc'],
    ['a proxy, too long', '10.0.0.1', 'a'.repeat(49)],
    ['a proxy that let a second one through', '10.0.0.1', 'abcdef-0123, abcdef-4567'],
  ])('is a new one for that of %s', (_what, address, id) => {
    expect(requestIdOf(from(address, { 'x-request-id': id }), isTrusted)).toMatch(UUID);
  });
});

it('continues a trace of a trusted proxy only, and only a valid one', () => {
  const given = (address: string, traceparent: string) =>
    traceparentOf(from(address, { traceparent }), isTrusted);
  expect(given('10.0.0.1', PARENT)).toBe(PARENT);
  expect(given('10.0.0.2', PARENT)).toBeUndefined();
  expect(
    given('10.0.0.1', PARENT.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32))),
  ).toBeUndefined();
  expect(given('10.0.0.1', `${PARENT}-more`)).toBeUndefined();
});
