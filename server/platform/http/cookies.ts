/** The value of one cookie in a Cookie header; empty if there is none. */
export function readCookie(header: string | undefined, name: string): string {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return '';
}

export interface Cookie {
  readonly name: string;
  /** Letters, digits and the signs of base64. */
  readonly value: string;
  /** 0 removes the cookie. */
  readonly seconds: number;
  /** `Lax` comes along when another site leads the browser here, `Strict` only with requests of our own pages. */
  readonly sameSite: 'Lax' | 'Strict';
}

/** Over https only we can set a cookie with this prefix, not a neighbouring host. */
export const cookieName = (name: string, publicUrl: string): string =>
  publicUrl.startsWith('https://') ? `__Host-${name}` : name;

/** A Set-Cookie header. No script can read the cookie. */
export const writeCookie = ({ name, value, seconds, sameSite }: Cookie): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${name.startsWith('__Host-') ? '; Secure' : ''}`;
