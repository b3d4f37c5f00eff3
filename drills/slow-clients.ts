import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
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
  SLOW_META,
  SLOW_STRANGER,
  slowFile,
  slowReader,
  uploadHead,
  type SlowClient,
} from '#tools/testing/slow-clients.ts';
import { largest, percentile, type Drill } from './drill.ts';
import { call, Ground, signIn } from './ground.ts';

/** All slow clients must be ended by then. */
const ENDED_WITHIN_MS = 60_000;
const OPEN_AT_ONCE = 50;
const NORMAL_EVERY_MS = 20;
const LARGE_BYTES = 9_000_000;
/** A phone on a slow connection. */
const HONEST_BYTES_PER_SECOND = 16 * 1024;
const HONEST_BYTES = 400_000;
/** A short run does not wait for the default limits. */
const FEW_CLIENTS = 1_000;
const SHORT_LIMITS = { CLIENT_HEADER_SECONDS: '4', CLIENT_WINDOW_SECONDS: '5' };

/**
 * Thousands of clients that hold their connections and send or read almost nothing. The server ends them all, while it
 * serves a normal client and a legitimate one on a slow connection.
 */
export const slowClients: Drill = {
  name: 'slow-clients',
  run: (findings, { slowClients: count }) =>
    Ground.with(async (ground) => {
      const server = await ground.start(count < FEW_CLIENTS ? SHORT_LIMITS : {});
      const { url } = server;
      const session = await signIn(url, 'sales.mum');
      const meta = await uploadMeta(url, session);
      const large = await uploadLarge(url, meta);

      const normal = callNormally(url, session);
      const honest = uploadHonestly(url, meta);
      const kinds = [
        ...Array.from({ length: 3 }, () => SILENT),
        ...Array.from({ length: 3 }, () => SLOW_HEADERS),
        ...Array.from({ length: 4 }, () => SLOW_BODY),
        ...Array.from({ length: 3 }, () => SLOW_META),
        ...Array.from({ length: 3 }, () => SLOW_STRANGER),
        ...Array.from({ length: 3 }, () => slowFile(meta)),
        slowReader('fxrequest_a.php', [session, 'docdownload', large]),
      ];
      const clients: SlowClient[] = [];
      for (let first = 0; first < count; first += OPEN_AT_ONCE)
        clients.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(OPEN_AT_ONCE, count - first) }, (_, index) =>
              connectSlowly(url, kinds[(first + index) % kinds.length] ?? SILENT),
            ),
          )),
        );
      const endings = await Promise.all(
        clients.map(async ({ kind, ended }) => ({
          kind,
          ms: await Promise.race([ended, sleep(ENDED_WITHIN_MS, null)]),
        })),
      );
      const times = await normal.stop();
      for (const client of clients) client.close();

      findings.holds(
        `every slow client is ended within ${ENDED_WITHIN_MS / 1_000} s`,
        endings.filter(({ ms }) => ms === null).map(({ kind }) => kind),
      );
      findings.equals('an honest upload on a slow line goes through', await honest, 'Uploaded.');
      findings.holds('every call of a normal client is answered', times.failures);
      findings.holds('nothing was logged as an error', server.errors);
      findings.figure('slow clients', count);
      for (const [kind, some] of Map.groupBy(endings, (ending) => ending.kind))
        findings.figure(
          `${kind}: ended after, longest s`,
          largest(some.map(({ ms }) => ms ?? ENDED_WITHIN_MS)) / 1_000,
        );
      findings.figure('calls of a normal client', times.ms.length);
      findings.figure('answered in, median ms', percentile(times.ms, 0.5));
      findings.figure('answered in, p99 ms', percentile(times.ms, 0.99));
    }),
};

async function uploadMeta(url: string, sid: string) {
  const record = { ...pricedRequest('SP'), reqDraftFinal: 'D' };
  const { text } = await call(url, 'newfxrequest_a.php', [sid, 'save', JSON.stringify(record)]);
  const { srno } = JSON.parse(text) as { srno: number };
  return { sid, uploadType: 'KYC', srno, pageright: 'NEWTRANREQUEST', docid: 1, remark: '' };
}

const pdfOf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 0x20), Buffer.from('\n%%EOF\n')]);

/** Uploads a file too large for kernel buffers; the reply names it for `docdownload`. */
async function uploadLarge(url: string, meta: object): Promise<string> {
  const form = new FormData();
  form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([new Uint8Array(pdfOf(LARGE_BYTES))]), 'large.pdf');
  const response = await fetch(`${url}/api/upload_a.php`, { method: 'POST', body: form });
  const { docdetail } = (await response.json()) as {
    docdetail: readonly { doc_srno: number; doc_id: number }[];
  };
  return JSON.stringify({
    srno: docdetail[0]?.doc_srno,
    filename: 'large.pdf',
    docid: docdetail[0]?.doc_id,
  });
}

/** Makes one call after the other until it is told to stop. */
function callNormally(url: string, session: string) {
  const ms: number[] = [];
  const failures: string[] = [];
  let isStopping = false;
  const work = (async () => {
    while (!isStopping) {
      const startedAt = performance.now();
      await call(url, 'user_a.php', [session, 'branchallowed']).then(
        ({ status, text }) => status !== 200 && failures.push(`${status} ${text}`),
        (error: unknown) => failures.push(String(error)),
      );
      ms.push(performance.now() - startedAt);
      await sleep(NORMAL_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isStopping = true;
      await work;
      return { ms, failures };
    },
  };
}

async function uploadHonestly(url: string, meta: object): Promise<string> {
  const body = Buffer.concat([
    Buffer.from(metaPart(meta) + filePart('honest.pdf')),
    pdfOf(HONEST_BYTES),
    Buffer.from(FORM_END),
  ]);
  const bytes = Buffer.concat([Buffer.from(uploadHead(body.length)), body]);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => {});
  const closed = closeOf(socket);
  await once(socket, 'connect');
  const piece = HONEST_BYTES_PER_SECOND / 4;
  for (let at = 0; at < bytes.length && !socket.destroyed; at += piece) {
    socket.write(bytes.subarray(at, at + piece));
    await sleep(250);
  }
  for (let waited = 0; waited < 40 && !answer.includes('\r\n\r\n'); waited += 1)
    await Promise.race([closed, sleep(250)]);
  await sleep(250);
  socket.destroy();
  return /"message":"([^"]*)"/.exec(answer)?.[1] ?? answer.slice(0, 200);
}
