import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * What happens to the bytes: `pass` hands them on; `delay` hands them on later, in each direction; `cut` resets what is
 * open and every new attempt; `freeze` keeps connections open and takes new ones, but swallows all, as a cable that was
 * pulled does.
 */
export type Weather =
  | { readonly kind: 'pass' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'freeze' }
  | { readonly kind: 'delay'; readonly ms: number };

/** A TCP proxy before a real server, so that a network can fail where none fails by itself. */
export class Proxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #weather: Weather = { kind: 'pass' };

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(host: string, port: number): Promise<Proxy> {
    const server = createServer({ noDelay: true });
    const proxy = new Proxy(server);
    server.on('connection', (near) => proxy.#join(near, host, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many connections go through it now. */
  get connections(): number {
    return this.#pairs.size;
  }

  become(weather: Weather): void {
    // A connection that has lost bytes on the way must not go on as if it had not: TCP would never do that.
    if (weather.kind === 'cut' || this.#weather.kind === 'freeze') this.#reset();
    this.#weather = weather;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#reset();
    await closed;
  }

  #reset(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  #join(near: Socket, host: string, port: number): void {
    near.on('error', () => undefined);
    if (this.#weather.kind === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ host, port, noDelay: true });
    far.on('error', () => undefined);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => this.#carry(bytes, to));
      from.on('close', () => {
        this.#pairs.delete(pair);
        // What was frozen stays silent: the other side is not told that this one has gone.
        if (this.#weather.kind !== 'freeze') to.destroy();
      });
    }
  }

  #carry(bytes: Buffer, to: Socket): void {
    const weather = this.#weather;
    if (weather.kind === 'pass') to.write(bytes);
    if (weather.kind === 'delay') setTimeout(() => to.writable && to.write(bytes), weather.ms);
  }
}
