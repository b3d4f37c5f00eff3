import { generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto';
import { encodeCbor, type Cbor } from './cbor.ts';

/** A passkey in memory, which answers challenges as an authenticator and its browser do (WebAuthn). */

/** What an authenticator says about itself, and what it says it about. */
export interface Attestation {
  readonly fmt: string;
  readonly attStmt: ReadonlyMap<string, Cbor>;
}
export interface NewCredential {
  readonly publicKey: KeyObject;
  readonly clientDataHash: Buffer;
  readonly authData: Buffer;
  /** Signs as the new credential does. */
  readonly sign: (content: Buffer) => Buffer;
}
const NO_ATTESTATION = (): Attestation => ({ fmt: 'none', attStmt: new Map() });

const PRESENT = 0x01;
const HAS_KEY = 0x40;

const sha256 = (content: string | Buffer) => hash('sha256', content, 'buffer');
/** The numbers of COSE (RFC 9052) for a key on P-256 that signs by ES256. */
const [COSE_TYPE, COSE_ALGORITHM, COSE_CURVE, COSE_X, COSE_Y] = [1, 3, -1, -2, -3];
export const ES256 = -7;

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

  #sign = (content: Buffer): Buffer => sign('sha256', content, this.#keys.privateKey);

  /** The answer to the challenge for a new passkey, with the attestation that is given. */
  register(
    { challenge }: { challenge: string },
    attest: (credential: NewCredential) => Attestation = NO_ATTESTATION,
  ) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = encodeCbor(
      new Map<number, Cbor>([
        [COSE_TYPE, 2],
        [COSE_ALGORITHM, ES256],
        [COSE_CURVE, 1],
        [COSE_X, Buffer.from(x, 'base64url')],
        [COSE_Y, Buffer.from(y, 'base64url')],
      ]),
    );
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, key]);
    const authData = this.#data(PRESENT | HAS_KEY, credential);
    const clientDataJSON = this.#clientData('webauthn.create', challenge);
    const { fmt, attStmt } = attest({
      publicKey: this.#keys.publicKey,
      clientDataHash: sha256(clientDataJSON),
      authData,
      sign: this.#sign,
    });
    const attestationObject = encodeCbor(
      new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    );
    return this.#answer({ clientDataJSON, attestationObject });
  }

  /** The answer to a challenge by which the passkey confirms a session. */
  confirm({ challenge }: { challenge: string }) {
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#data(PRESENT);
    const signature = this.#sign(Buffer.concat([authenticatorData, sha256(clientDataJSON)]));
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }
}
