import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GOOD, readBehaviour, type Behaviour } from './behaviour.ts';
import { Ledger, type Deed, type Link, type Payment, type GatewayReply } from './ledger.ts';
import { overviewPage, payerPage, missingPage } from './page.ts';
import { deliver, linkEvent, paymentEvent } from './webhooks.ts';

export interface SimulatorOptions {
  readonly port?: number;
  /** 127.0.0.1 unless the simulator runs in its own container. */
  readonly host?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

export const SIMULATED_CLIENT = { clientId: 'simulated-client', clientSecret: 'simulated-secret' } as const;

export interface Simulator {
  readonly url: string;
  readonly clientSecret: string;
  readonly ledger: Ledger;
  /** Every accepted call of the API, as method and path. */
  readonly calls: readonly string[];
  behave(change: Partial<Behaviour>): void;
  /** An action of the payer on the page, from the right account by default. Resolves when the webhooks are sent. */
  act(linkId: string, deed: Deed, from?: { account: string; ifsc: string }): Promise<readonly Payment[]>;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 100_000;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/**
 * A payment gateway on this machine: it creates links, checks the payer's account, signs its webhooks and fails like
 * the real one. Nothing leaves the machine and no money moves.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const host = options.host ?? '127.0.0.1';
  const clientId = options.clientId ?? SIMULATED_CLIENT.clientId;
  const clientSecret = options.clientSecret ?? SIMULATED_CLIENT.clientSecret;
  const ledger = new Ledger();
  const calls: string[] = [];
  const underWay = new Set<Promise<void>>();
  let behaviour: Behaviour = GOOD;
  let url = '';

  async function tell(link: Link, payments: readonly Payment[]): Promise<void> {
    const to = link.asked.link_meta.notify_url;
    if (to === undefined) return;
    const bodies = payments.flatMap((payment) => [
      ...(payment.payment_status === 'SUCCESS' ? [linkEvent(link, url, payment)] : []),
      paymentEvent(link, payment),
    ]);
    for (const body of bodies) await deliver(to, body, clientSecret, behaviour);
  }

  function act(link: Link, deed: Deed, from: { account: string; ifsc: string }) {
    const payments = ledger.act(link, deed, from, behaviour.twice);
    const told = tell(link, payments).finally(() => underWay.delete(told));
    underWay.add(told);
    return { payments, told };
  }

  function answerApi(
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    body: string,
  ): GatewayReply {
    const { headers, method } = request;
    if (headers['x-client-id'] !== clientId || headers['x-client-secret'] !== clientSecret)
      return { status: 401, body: { message: 'authentication Failed', code: 'request_failed' } };
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers['x-api-version'])))
      return { status: 400, body: { message: 'bad version', code: 'api_version_invalid' } };
    const key = String(headers['x-idempotency-key'] ?? '');
    const [, kind = '', id = '', what = ''] = path.split('/').map(decodeURIComponent);
    if (method === 'POST' && path === '/links')
      return ledger.make(body, key, behaviour.keys === 'forgotten', url);
    if (method === 'GET' && kind === 'links' && what === '') return ledger.find(id, url);
    if (method === 'GET' && kind === 'links' && what === 'orders')
      return ledger.orders(id, query.get('status') ?? 'PAID');
    if (method === 'POST' && kind === 'links' && what === 'cancel') return ledger.cancel(id, url);
    if (method === 'GET' && kind === 'orders' && what === 'payments') return ledger.payments(id);
    return { status: 404, body: { message: 'no such service', code: 'request_failed' } };
  }

  async function serveApi(request: IncomingMessage, response: ServerResponse, asked: URL): Promise<void> {
    const { api, slowMs } = behaviour;
    if (api === 'down') {
      request.socket.destroy();
      return;
    }
    const body = await readBody(request);
    const path = asked.pathname.slice('/pg'.length);
    calls.push(`${request.method} ${path}`);
    const { status, body: said } = answerApi(request, path, asked.searchParams, body);
    if (api === 'slow') await sleep(slowMs, undefined, { ref: false });
    if (api === 'deaf') {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  }

  async function servePage(request: IncomingMessage, response: ServerResponse, asked: URL): Promise<void> {
    const form =
      request.method === 'GET' ? {} : Object.fromEntries(new URLSearchParams(await readBody(request)));
    const key = /^\/links\/([\w-]+)$/.exec(asked.pathname)?.[1];
    if (key !== undefined) {
      const link = ledger.linkByKey(key);
      if (link === undefined) sendPage(response, 404, missingPage());
      else if (request.method === 'GET' || link.status !== 'ACTIVE') sendPage(response, 200, payerPage(link));
      else if (isDeed(form['deed'])) {
        const from = { account: form['account'] ?? '', ifsc: form['ifsc'] ?? '' };
        const { payments } = act(link, form['deed'], from);
        const back = link.asked.link_meta.return_url;
        const isOver = payments[0]?.payment_status === 'SUCCESS' || form['deed'] !== 'pay';
        if (isOver && back !== undefined) response.writeHead(303, { location: back }).end();
        else sendPage(response, 200, payerPage(link, payments[0]?.payment_message));
      } else sendPage(response, 400, payerPage(link, 'Nothing was chosen.'));
      return;
    }
    if (asked.pathname === '/behaviour') {
      if (request.method === 'POST')
        behaviour = readBehaviour({ forge: false, twice: false, ...form }, behaviour);
      response.writeHead(303, { location: '/' }).end();
    } else if (asked.pathname === '/') sendPage(response, 200, overviewPage(ledger.links, behaviour));
    else sendPage(response, 404, missingPage());
  }

  async function serveSettings(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT') {
      const written: unknown = JSON.parse((await readBody(request)) || '{}');
      behaviour = readBehaviour(written as Record<string, unknown>, behaviour);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(behaviour));
  }

  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', url);
    const isJson = asked.pathname === '/behaviour.json';
    const serve = asked.pathname.startsWith('/pg/') ? serveApi : isJson ? serveSettings : servePage;
    serve(request, response, asked).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  url = `http://${host}:${(server.address() as AddressInfo).port}`;

  return {
    url,
    clientSecret,
    ledger,
    calls,
    behave: (change) => {
      behaviour = { ...behaviour, ...change };
    },
    async act(linkId, deed, from) {
      const link = ledger.link(linkId);
      if (link === undefined) throw new Error(`there is no link ${linkId}`);
      const { customer_bank_account_number: account = '', customer_bank_ifsc: ifsc = '' } =
        link.asked.customer_details;
      const { payments, told } = act(link, deed, from ?? { account, ifsc });
      await told;
      return payments;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      await Promise.allSettled(underWay);
    },
  };
}

const isDeed = (written: string | undefined): written is Deed =>
  written === 'pay' || written === 'fail' || written === 'drop';

function sendPage(response: ServerResponse, status: number, page: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
    .end(page);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('too much');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
