import { request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';

/** What somebody shows who asks Patroni or etcd. */
export interface Credentials {
  /** The authority by which the server is checked; without it any server is believed. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly password?: string;
  /** The address to ask from. */
  readonly from?: string;
}

interface Question extends Credentials {
  readonly method?: string;
  readonly body?: string;
  readonly contentType?: string;
}

const TIMEOUT_MS = 5_000;

/** The status and text of an answer; a connection that is refused throws. */
export function ask(
  url: string,
  {
    method = 'GET',
    body = '',
    contentType = 'application/json',
    password,
    from,
    ca,
    ...certificate
  }: Question = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const request = url.startsWith('https:') ? overTls : overHttp;
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        ...certificate,
        ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
        ...(from === undefined ? {} : { localAddress: from }),
        ...(password === undefined ? {} : { auth: `bureau:${password}` }),
        method,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'content-type': contentType, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      },
    )
      .once('error', reject)
      .end(body);
  });
}
