import { BlockList, isIP } from 'node:net';

/** Names for common ranges, as in other proxy configurations. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address belongs to a proxy in TRUSTED_PROXIES. */
export type IsTrustedProxy = (address: string) => boolean;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

export function readTrustedProxies(setting: string): IsTrustedProxy {
  const trusted = new BlockList();
  const parts = setting
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const range of parts.flatMap((part) => RANGES[part] ?? [part])) {
    const [network = '', prefix] = range.split('/');
    if (prefix === undefined) trusted.addAddress(network, familyOf(network));
    else trusted.addSubnet(network, Number(prefix), familyOf(network));
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
}
