import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
/** Long, because a process that gets no processor time for a while is slow and not gone. */
const LOOK_TIMEOUT_MS = 10_000;

/** A process behind the balancer. */
interface Backend {
  readonly url: string;
  isReady: boolean;
  served: number;
}

/**
 * A small HTTP balancer: round robin over the processes whose /readyz answers 200. It never retries, so that no failure
 * is hidden.
 */
export class Balancer {
  readonly #server: Server;
  readonly #backends: Backend[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  #turn = 0;
  #isClosed = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server);
    server.on('request', (asked: IncomingMessage, reply: ServerResponse) => balancer.#forward(asked, reply));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(url: string): void {
    const backend = { url, isReady: false, served: 0 };
    this.#backends.push(backend);
    void this.#watch(backend);
  }

  isReady(url: string): boolean {
    return this.#find(url)?.isReady ?? false;
  }

  /** The number of calls sent to this process. */
  served(url: string): number {
    return this.#find(url)?.served ?? 0;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await once(this.#server, 'close');
  }

  #find(url: string): Backend | undefined {
    return this.#backends.find((backend) => backend.url === url);
  }

  /** Asks a process again only when it has answered, so that an older answer never replaces a newer one. */
  async #watch(backend: Backend): Promise<void> {
    while (!this.#isClosed) {
      backend.isReady = await fetch(`${backend.url}/readyz`, {
        signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      await sleep(LOOK_EVERY_MS);
    }
  }

  #forward(asked: IncomingMessage, reply: ServerResponse): void {
    const ready = this.#backends.filter(({ isReady }) => isReady);
    const backend = ready[this.#turn++ % Math.max(1, ready.length)];
    const fail = (why: string) => {
      if (!reply.headersSent) reply.writeHead(502);
      reply.end(why);
    };
    if (backend === undefined) {
      fail('no process is ready');
      return;
    }
    backend.served += 1;
    const passed = request(
      new URL(asked.url ?? '/', backend.url),
      { method: asked.method ?? 'GET', headers: asked.headers, agent: this.#agent },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    passed.on('error', (error) => fail(error.message));
    asked.pipe(passed);
  }
}
