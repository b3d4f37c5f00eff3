import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import {
  closeOf,
  connectSlowly,
  filePart,
  FORM_END,
  metaPart,
  SILENT,
  SLOW_BODY,
  SLOW_HEADERS,
  SLOW_HOOK,
  SLOW_META,
  SLOW_STRANGER,
  slowFile,
  slowReader,
  uploadHead,
} from '#tools/testing/slow-clients.ts';

/** Much shorter than the defaults, so that the test does not take minutes. */
const HEADER_SECONDS = 2;
const WINDOW_SECONDS = 2;
const BYTES_PER_SECOND = 4_096;
/** Even a busy machine ends a slow client within this time; without limits none is ended. */
const ENDED_WITHIN_MS = 20_000;

let desk: Desk;
let request: number;
let large: string;

const kyc = () => ({
  sid: desk.sessionOf('sales.mum'),
  uploadType: 'KYC',
  srno: request,
  pageright: 'NEWTRANREQUEST',
  docid: 1,
  remark: '',
});
const pdfOf = (bytes: number): Buffer => {
  const [start, end] = [Buffer.from('%PDF-1.4\n'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([start, Buffer.alloc(bytes - start.length - end.length, 0x20), end]);
};

beforeAll(async () => {
  desk = await openDesk(['admin', 'sales.mum'], {
    CLIENT_HEADER_SECONDS: String(HEADER_SECONDS),
    CLIENT_WINDOW_SECONDS: String(WINDOW_SECONDS),
    CLIENT_BYTES_PER_SECOND: String(BYTES_PER_SECOND),
  });
  const { json } = await desk.save({ ...pricedRequest('SP', {}), reqDraftFinal: 'D' }, 'sales.mum');
  request = json.srno as number;
  const form = new FormData();
  form.append('meta', JSON.stringify(kyc()));
  form.append('file', new Blob([new Uint8Array(pdfOf(9_000_000))]), 'large.pdf');
  const sent = await fetch(`${desk.url}/api/upload_a.php`, { method: 'POST', body: form });
  const [document] = ((await sent.json()) as { docdetail: { doc_srno: number; doc_id: number }[] }).docdetail;
  large = JSON.stringify({ srno: document?.doc_srno, filename: 'large.pdf', docid: document?.doc_id });
});
afterAll(() => desk.close());

describe('a slow client is ended', () => {
  // Each of them waits for seconds and does nothing meanwhile, so that they wait together.
  it.concurrent.each([
    ['that says nothing', () => SILENT],
    ['with slow headers', () => SLOW_HEADERS],
    ['with a slow body', () => SLOW_BODY],
    ['with a slow webhook', () => SLOW_HOOK],
    ['with a slow multipart that names no session', () => SLOW_META],
    ['with a slow multipart of a stranger', () => SLOW_STRANGER],
    ['with a slow file of a signed-in user', () => slowFile(kyc())],
    [
      'that does not read its download',
      () => slowReader('fxrequest_a.php', [desk.sessionOf('sales.mum'), 'docdownload', large]),
    ],
    [
      'that does not read its long JSON',
      () => slowReader('fxrequest_a.php', [desk.sessionOf('sales.mum'), 'docview', large]),
    ],
  ])(
    '%s',
    async (_, behaviour) => {
      const client = await connectSlowly(desk.url, behaviour(), 300);
      const waited = await Promise.race([client.ended, sleep(ENDED_WITHIN_MS, null)]);
      client.close();
      expect(waited).not.toBeNull();
    },
    ENDED_WITHIN_MS + 10_000,
  );
});

/** Sends at a constant rate and returns the answer, or nothing if the connection was closed without one. */
async function sendSteadily(bytes: Buffer, bytesPerSecond: number): Promise<string> {
  const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('error', () => {});
  await once(socket, 'connect');
  const piece = Math.ceil(bytesPerSecond / 4);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += piece) {
    socket.write(bytes.subarray(at, at + piece));
    await sleep(250);
  }
  await Promise.race([closeOf(socket), sleep(2_000)]);
  socket.destroy();
  return answer;
}

describe('a legitimate client on a slow connection', () => {
  const body = (bytes: number) =>
    Buffer.concat([
      Buffer.from(metaPart(kyc()) + filePart('honest.pdf')),
      pdfOf(bytes),
      Buffer.from(FORM_END),
    ]);

  it('uploads its file over many windows', async () => {
    const sent = body(160_000);
    const answer = await sendSteadily(
      Buffer.concat([Buffer.from(uploadHead(sent.length)), sent]),
      4 * BYTES_PER_SECOND,
    );
    expect(answer).toContain('"message":"Uploaded."');
  });

  it('reads its download over many windows', async () => {
    const response = await fetch(`${desk.url}/api/fxrequest_a.php`, {
      method: 'POST',
      body: new URLSearchParams({ 1: desk.sessionOf('sales.mum'), 2: 'docdownload', 3: large }),
    });
    let read = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      read += chunk.length;
      // Faster than the minimum rate, and slow enough for three windows.
      await sleep((chunk.length / 9_000_000) * 3 * WINDOW_SECONDS * 1_000);
    }
    expect(read).toBe(9_000_000);
  });
});

describe('an upload', () => {
  it('without a session is answered before its file is sent', async () => {
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(uploadHead(5_000_000) + metaPart({ ...kyc(), sid: 'x'.repeat(43) }) + '--slowclient\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('that does not send its session in time is ended, at any speed', async () => {
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    await once(socket, 'connect');
    socket.write(uploadHead(100_000_000));
    const noise = setInterval(() => socket.write('-'.repeat(20_000)), 100);
    const ended = await Promise.race([closeOf(socket).then(() => true), sleep(ENDED_WITHIN_MS, null)]);
    clearInterval(noise);
    socket.destroy();
    expect(ended).not.toBeNull();
  });
});
