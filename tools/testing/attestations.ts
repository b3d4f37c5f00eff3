import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { ES256, type Attestation, type NewCredential } from './authenticator.ts';
import type { Cbor } from './cbor.ts';

/** Attestations as hostile authenticators make them: certificates of their own, with an address to be fetched. */

/** Formats that WebAuthn registers, and one that it does not know. */
export const CERTIFIED_FORMATS = [
  'packed',
  'tpm',
  'android-key',
  'android-safetynet',
  'fido-u2f',
  'apple',
  'compound',
  'made-up',
] as const;
type Format = (typeof CERTIFIED_FORMATS)[number];

/** The extension in which Android describes a key (its KeyDescription), here one for this challenge and no restriction. */
function androidKeyDescription(challenge: Buffer): string {
  const fields = Buffer.concat([
    Buffer.from('0201030a01000201040a01000420', 'hex'),
    challenge,
    Buffer.from('040030003000', 'hex'),
  ]);
  return Buffer.concat([Buffer.from([0x30, fields.length]), fields]).toString('hex');
}

function inFolder<T>(work: (folder: string, openssl: (args: readonly string[]) => Buffer) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'bureau-attestation-'));
  try {
    return work(folder, (args) =>
      execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Root {
  readonly key: Buffer;
  readonly certificate: Buffer;
}
const roots = new Map<string, Root>();

/** A self-signed root that names an address where its revoked certificates are listed. It is made once. */
function rootOf(revocationUrl: string): Root {
  const known = roots.get(revocationUrl);
  if (known !== undefined) return known;
  const made = inFolder((folder, openssl) => {
    openssl([
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-keyout', 'root.key', '-outform', 'DER', '-out', 'root.der', '-subj', '/CN=root'],
      ...['-addext', `crlDistributionPoints=URI:${revocationUrl}`],
    ]);
    return {
      key: readFileSync(join(folder, 'root.key')),
      certificate: readFileSync(join(folder, 'root.der')),
    };
  });
  roots.set(revocationUrl, made);
  return made;
}

/** A certificate of the given key that names the same address, and the root above it. */
function certificates(publicKey: KeyObject, challenge: Buffer, revocationUrl: string): Buffer[] {
  const root = rootOf(revocationUrl);
  const leaf = inFolder((folder, openssl) => {
    writeFileSync(join(folder, 'root.key'), root.key);
    writeFileSync(join(folder, 'root.der'), root.certificate);
    writeFileSync(join(folder, 'leaf.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(
      join(folder, 'leaf.cnf'),
      `1.3.6.1.4.1.11129.2.1.17=DER:${androidKeyDescription(challenge)}\ncrlDistributionPoints=URI:${revocationUrl}\nbasicConstraints=CA:FALSE\n`,
    );
    return openssl([
      ...['x509', '-new', '-force_pubkey', 'leaf.pub', '-CA', 'root.der', '-CAkey', 'root.key', '-days', '1'],
      ...['-subj', '/C=IN/O=Bureau/OU=Authenticator Attestation/CN=leaf', '-extfile', 'leaf.cnf'],
      ...['-outform', 'DER'],
    ]);
  });
  return [leaf, root.certificate];
}

/** An attestation by certificates. `android-key` passes every check that comes before the certificates are followed. */
export const certifiedBy =
  (fmt: Format, revocationUrl: string) =>
  ({ publicKey, clientDataHash, authData, sign }: NewCredential): Attestation => ({
    fmt,
    attStmt: new Map<string, Cbor>([
      ['alg', ES256],
      ['sig', sign(Buffer.concat([authData, clientDataHash]))],
      ['x5c', certificates(publicKey, clientDataHash, revocationUrl)],
      ['ver', fmt === 'tpm' ? '2.0' : '1'],
    ]),
  });

/** The attestation of an authenticator that vouches for itself, with the key that it has just made. */
export const selfAttested = ({ clientDataHash, authData, sign }: NewCredential): Attestation => ({
  fmt: 'packed',
  attStmt: new Map<string, Cbor>([
    ['alg', ES256],
    ['sig', sign(Buffer.concat([authData, clientDataHash]))],
  ]),
});

/** Hundreds of certificates, each of which would have to be parsed and compared with the others. */
export const certifiedByMany =
  (count: number) =>
  (credential: NewCredential): Attestation => {
    const { fmt, attStmt } = certifiedBy('android-key', 'http://127.0.0.1:9/')(credential);
    const [leaf = Buffer.alloc(0), root = Buffer.alloc(0)] = attStmt.get('x5c') as Buffer[];
    return {
      fmt,
      attStmt: new Map([...attStmt, ['x5c', [...Array.from({ length: count }, () => leaf), root]]]),
    };
  };
