import { Agent, request, type IncomingMessage } from 'node:http';
import type { ArgsOf, FieldCall, Declaration } from '#contract/define.ts';
import { encodeFields } from '#contract/encode.ts';
import type { Content } from './sample.ts';

/** A request body with its declared type. */
export interface Body {
  readonly type: string;
  readonly bytes: Buffer;
  readonly cookie?: string;
}

/** The received response. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** Whether the reply declares itself JSON; `json` is then its value. */
  readonly isJson: boolean;
  readonly json: unknown;
}

export const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Connections are reused: thousands of calls would otherwise exhaust the ports. */
const agent = new Agent({ keepAlive: true });

export const formBody = (written: string): Body => ({ type: FORM, bytes: Buffer.from(written) });

/** The body of a call as a client would write it. */
export async function bodyOf(call: Declaration, content: Content, session: string): Promise<Body> {
  if ('args' in content)
    return {
      ...formBody(encodeFields(call as FieldCall, content.args as ArgsOf<FieldCall>, session).toString()),
      ...(content.cookie !== undefined && { cookie: content.cookie }),
    };
  const form = new FormData();
  form.append('meta', JSON.stringify({ ...content.meta, sid: session, uploadType: call.action }));
  if (content.file !== null)
    form.append('file', new Blob([new Uint8Array(content.file.bytes)]), content.file.name);
  const written = new Response(form);
  const type = written.headers.get('content-type') ?? '';
  return { type, bytes: Buffer.from(await written.arrayBuffer()) };
}

/** Sends a body to an endpoint. For an event stream it waits only for the beginning. */
export async function send(
  url: string,
  endpoint: string,
  { type, bytes, cookie }: Body,
  headers: Readonly<Record<string, string>> = {},
): Promise<Received> {
  const sent = request(`${url}/api/${endpoint}`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': type,
      'content-length': bytes.length,
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(bytes);
  });
  const isStream = response.headers['content-type'] === 'text/event-stream';
  const received = await take(response, isStream);
  if (isStream) sent.destroy();
  const isJson = response.headers['content-type'] === JSON_TYPE;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes: received,
    isJson,
    json: isJson ? JSON.parse(received.toString()) : undefined,
  };
}

async function take(response: IncomingMessage, onlyBeginning: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (onlyBeginning) break;
  }
  return Buffer.concat(chunks);
}
