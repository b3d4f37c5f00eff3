import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * The treatment of bytes: `pass` forwards them; `delay` forwards them later, in each direction; `cut` resets open
 * connections and every new one; `freeze` keeps connections open and accepts new ones, but drops all bytes, like a
 * pulled cable.
 */
export type Weather =
  | { readonly kind: 'pass' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'freeze' }
  | { readonly kind: 'delay'; readonly ms: number };

/** A TCP proxy in front of a real server that simulates network failures. */
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

  /** The number of current connections. */
  get connections(): number {
    return this.#pairs.size;
  }

  become(weather: Weather): void {
    // A connection that has lost bytes must not continue as if nothing had happened, because TCP would never do that.
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
        // A frozen connection stays silent: the other side does not learn that this one has closed.
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
