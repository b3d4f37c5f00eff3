import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Daemon, runProgram } from './daemon.ts';
import { freePorts } from './free-port.ts';

const CONFIGURATION = new URL('../../ops/haproxy/', import.meta.url);
const START_MS = 20_000;
const CERTIFICATE_DAYS = '2';

interface ProxyReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface ProxyOptions {
  /** Further files of configuration, which haproxy reads after its own. */
  readonly more?: readonly string[];
  /** What it answers when it has started. */
  readonly status?: number;
  /** Changes the text of the configuration. */
  readonly edit?: (text: string) => string;
}

/** Haproxy with the configuration of ops/haproxy, a certificate of its own, and two web processes behind it. */
export class TestProxy {
  readonly httpPort: number;
  readonly #httpsPort: number;
  readonly #daemon: Daemon;
  readonly #agent = new Agent({ rejectUnauthorized: false, keepAlive: true });

  private constructor(daemon: Daemon, httpPort: number, httpsPort: number) {
    this.#daemon = daemon;
    this.httpPort = httpPort;
    this.#httpsPort = httpsPort;
  }

  static async start(
    folder: string,
    webPorts: readonly [string, string],
    { more = [], status = 200, edit = (text) => text }: ProxyOptions = {},
  ): Promise<TestProxy> {
    const [http = 0, https = 0] = await freePorts(2);
    const text = edit(await readFile(new URL('haproxy.cfg', CONFIGURATION), 'utf8'))
      // The machine of the tests may not allow as many open files.
      .replace('maxconn 20000', 'maxconn 200')
      .replace('bind :80\n', `bind 127.0.0.1:${http}\n`)
      .replace('bind :443 ', `bind 127.0.0.1:${https} `)
      .replace('log "${LOG-/dev/log}" local0', 'log stdout format raw local0')
      .replaceAll('/etc/haproxy/bureau.pem', await makeCertificate(folder))
      .replaceAll('/etc/haproxy/unavailable.html', fileURLToPath(new URL('unavailable.html', CONFIGURATION)));
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, text);
    const log = join(folder, 'haproxy.log');
    const files = [file, ...more].flatMap((path) => ['-f', path]);
    const names = webPorts.map((port, index) => `WEB${index + 1}=127.0.0.1:${port}`);
    // Only root can change the user and the root folder.
    const variables = [...names, ...(process.getuid?.() === 0 ? [] : ['UNPRIVILEGED=1'])];
    const haproxy = (mode: string) => [...variables, '/usr/sbin/haproxy', mode, ...files];
    await runProgram('/usr/bin/env', haproxy('-c'));
    const daemon = Daemon.start('haproxy', '/usr/bin/env', haproxy('-db'), log);
    const proxy = new TestProxy(daemon, http, https);
    await daemon.waitUntil(async () => (await proxy.send('/readyz')).status === status, START_MS);
    return proxy;
  }

  /** The number of its process. */
  get pid(): number {
    return this.#daemon.pid;
  }

  /** A GET over TLS, or a POST if there is a body. */
  send(
    path: string,
    { body = '', headers = {} }: { readonly body?: string; readonly headers?: Record<string, string> } = {},
  ): Promise<ProxyReply> {
    const method = body === '' ? 'GET' : 'POST';
    const to = { host: '127.0.0.1', port: this.#httpsPort, path, method, agent: this.#agent, headers };
    return new Promise((resolve, reject) => {
      request(to, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          }),
        );
      })
        .once('error', reject)
        .end(body);
    });
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.#daemon.stop();
  }
}

/** A file with a new certificate and its key, as haproxy reads it. */
async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate, pem] = ['key.pem', 'certificate.pem', 'bureau.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await runProgram('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate],
    ...['-days', CERTIFICATE_DAYS, '-subj', '/CN=localhost'],
  ]);
  await writeFile(pem, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  return pem;
}
