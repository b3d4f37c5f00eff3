import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';

/** A passkey in memory, which answers challenges as an authenticator and its browser do (WebAuthn, no attestation). */

const PRESENT = 0x01;
const HAS_KEY = 0x40;

const sha256 = (content: string | Buffer) => hash('sha256', content, 'buffer');
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);

export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  /** The site that the browser shows; that of a phisher is another one. */
  origin: string;
  /** How often it has signed; a test can set it back, as that of a copy would be. */
  counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  #data(flags: number, more: Buffer = Buffer.alloc(0)): Buffer {
    this.counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), count, more]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer(response: Record<string, Buffer>) {
    const id = this.#id.toString('base64url');
    const written = Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    );
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: written };
  }

  /** The answer to the challenge for a new passkey. */
  register({ challenge }: { challenge: string }) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, key]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(this.#data(PRESENT | HAS_KEY, credential))],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject,
    });
  }

  /** The answer to a challenge by which the passkey confirms a session. */
  confirm({ challenge }: { challenge: string }) {
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#data(PRESENT);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
      this.#keys.privateKey,
    );
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }
}
