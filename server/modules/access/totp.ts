import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which every app knows. */

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** A code of the step before or after is accepted as well, because clocks differ and people type slowly. */
const STEPS_AROUND = [0, -1, 1] as const;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_OF_LETTER = 5;

/** Random letters of the base32 alphabet. */
export const randomLetters = (count: number): string =>
  [...randomBytes(count)].map((byte) => BASE32.charAt(byte % BASE32.length)).join('');

/** A secret in base32, as people can type it. */
export const newTotpSecret = (): string => randomLetters((SECRET_BYTES * 8) / BITS_OF_LETTER);

function bytesOf(secret: string): Buffer {
  const bits = [...secret]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(BITS_OF_LETTER, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (ms: number): number => Math.floor(ms / 1_000 / STEP_SECONDS);

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step whose code this is, or null. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(nowMs);
  const around = STEPS_AROUND.map((more) => now + more);
  return around.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) ?? null;
}

/** The address that an authenticator app reads from the QR code. */
export function totpUri(issuer: string, user: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(user)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
