import { describe, expect, it } from 'vitest';
import { readTrustedProxies } from './trusted-proxies.ts';

describe('trusted proxies', () => {
  it.each([
    ['', '127.0.0.1', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['10.0.0.0/8, ::1', '10.9.8.7', true],
    ['10.0.0.0/8, ::1', '::1', true],
    ['10.0.0.0/8, ::1', '11.0.0.1', false],
    ['uniquelocal', '192.168.1.1', true],
    ['loopback', 'not an address', false],
  ])('%j contains %s: %s', (setting, address, isTrusted) => {
    expect(readTrustedProxies(setting)(address)).toBe(isTrusted);
  });

  it('that cannot be parsed prevent the start', () => {
    expect(() => readTrustedProxies('proxy.example')).toThrow();
  });
});
