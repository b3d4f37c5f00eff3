import { bytesOf } from '#domain/bytes.ts';

/** Encrypts drafts for the storage of a device with the key that the server gives to their owner alone (AES-GCM). */

const IV_BYTES = 12;

function base64Of(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

const importKey = (key: string) =>
  crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']);

export async function seal(value: unknown, key: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await importKey(key), plain);
  return base64Of(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Null if the text was sealed with another key or has been changed. */
export async function unseal(sealed: string, key: string): Promise<unknown> {
  try {
    const bytes = bytesOf(sealed);
    const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES) };
    const plain = await crypto.subtle.decrypt(algorithm, await importKey(key), bytes.subarray(IV_BYTES));
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return null;
  }
}
