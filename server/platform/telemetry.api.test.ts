import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCashfree } from '#server/modules/payments/cashfree.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { until } from '#tools/testing/until.ts';
import { fieldsBody, openWorld, post, settingsFor, type World } from '#tools/testing/world.ts';
import { traced } from './current-work.ts';
import { makeLog } from './log.ts';
import { openTelemetry } from './telemetry.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** A collector that keeps what it gets by OTLP over HTTP, in JSON. */
let collector: Server;
let received = '';
const spans: SentSpan[] = [];
let catcher: Catcher;
let world: World;
let tracesUrl = '';

const PROXY_TRACE = '0af7651916cd43dd8448eb211c80319c';
const PROXY_SPAN = 'b7ad6b7169203331';
const SOON = { withinMs: 60_000 };

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.once('end', () => {
      received += body;
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  tracesUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  catcher = await startCatcher();
  world = await openWorld({
    ROLE: 'both',
    TRACES_URL: tracesUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
  });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
  collector.close();
});

const valuesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const childrenOf = ({ spanId }: SentSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
async function spanWhere(isIt: (span: SentSpan) => boolean): Promise<SentSpan> {
  await until(() => spans.some(isIt), SOON);
  return spans.find(isIt) as SentSpan;
}
const spanOf = (request: string | null) => spanWhere((span) => valuesOf(span)['bureau.request'] === request);

describe('a trace', () => {
  it('has the request with its call and outcome, its transaction and its statements by name', async () => {
    const session = await world.signIn('admin');
    const country = {
      cnt_name: 'Canaria',
      cnt_nationality: 'Canarian',
      cnt_swiftcode: 'x',
      cnt_fatf: 0,
      cnt_active: 1,
    };
    const saved = await world.post('country_a.php', [session, 'save', '0', JSON.stringify(country)]);
    const request = await spanOf(saved.headers.get('x-request-id'));
    expect([request.name, request.parentSpanId, valuesOf(request)]).toEqual([
      'POST /api/:endpoint',
      undefined,
      {
        'http.request.method': 'POST',
        'http.route': '/api/:endpoint',
        'http.response.status_code': 200,
        'bureau.request': saved.headers.get('x-request-id'),
        'bureau.call': 'country.save',
        'bureau.user': 'A',
        'bureau.outcome': 'ok',
      },
    ]);
    await until(() => childrenOf(request).some(({ name }) => name === 'transaction'), SOON);
    const [transaction] = childrenOf(request).filter(({ name }) => name === 'transaction');
    expect(childrenOf(transaction as SentSpan).map(({ name }) => name)).toContain('masters.country.insert');

    // What people type, their names and their sessions stay here.
    for (const canary of ['Canaria', session, DEMO_PASSWORD]) expect(received).not.toContain(canary);
  });

  it('continues that of a trusted proxy, which also decides whether it is recorded', async () => {
    const call = (flags: string) =>
      world.raw('login_a.php', fieldsBody(['validate', 'admin', DEMO_PASSWORD, 'WEB']), {
        traceparent: `00-${PROXY_TRACE}-${PROXY_SPAN}-${flags}`,
      });
    const without = await call('00');
    const { headers } = await call('01');
    const { traceId, parentSpanId } = await spanOf(headers.get('x-request-id'));
    expect([traceId, parentSpanId]).toEqual([PROXY_TRACE, PROXY_SPAN]);
    expect(received).not.toContain(without.headers.get('x-request-id'));

    const direct = await world.another({ TRUSTED_PROXIES: '', ROLE: 'web' });
    const asked = await post(direct.url, 'login_a.php', fieldsBody(['validate', 'admin', 'wrong', 'WEB']), {
      traceparent: `00-${PROXY_TRACE}-${PROXY_SPAN}-01`,
      'x-request-id': 'chosen-by-a-client',
    });
    await direct.stop();
    const own = await spanOf(asked.headers.get('x-request-id'));
    expect([own.traceId === PROXY_TRACE, own.parentSpanId]).toEqual([false, undefined]);
  });

  it('has a job and its mail, without the address', async () => {
    const [account] = await world.sql<{ user_id: string; email: string }>(
      `select user_id, email from access.account where user_id = 'admin'`,
    );
    await world.raw('login_a.php', fieldsBody(['reset', account?.user_id ?? '', account?.email ?? '']));
    const job = await spanWhere(({ name }) => name === 'job access:reset');
    expect(valuesOf(job)).toEqual({ 'bureau.job': 'access:reset', 'bureau.attempt': 1 });
    const [mail] = childrenOf(job).filter(({ name }) => name === 'mail');
    expect(valuesOf(mail as SentSpan)).toEqual({ 'bureau.accepted': 1, 'bureau.rejected': 0 });
    expect(received).not.toContain(account?.email);
  });

  it('has a call of the gateway, without what it is about, and a failure by its name', async () => {
    const gateway = openCashfree({
      // Nothing listens there.
      url: 'http://127.0.0.1:1',
      clientId: 'id',
      clientSecret: 'hidden',
      apiVersion: '2025-01-01',
      timeoutMs: 10_000,
    });
    const tracer = openTelemetry({ url: tracesUrl, share: 1, role: 'test', log: makeLog('silent') });
    const span = tracer.start('job test', {});
    await expect(traced({ id: 'job-1', span }, () => gateway.cancelLink('ORDER-CANARY'))).rejects.toThrow();
    await tracer.close();
    const asked = await spanWhere(({ name }) => name === 'gateway POST');
    expect(valuesOf(asked)).toMatchObject({ 'bureau.resource': 'links', 'http.request.method': 'POST' });
    const job = await spanWhere(({ name }) => name === 'job test');
    expect([job.status.code, valuesOf(job)['error.type']]).toEqual([2, 'GatewayError']);
    expect(received).not.toContain('ORDER-CANARY');
  });
});

describe('OpenTelemetry', () => {
  /** Says which modules of it a process loads. */
  const WATCH = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (url.includes('/@opentelemetry/')) console.log(JSON.stringify({ loaded: url }));
        return next(url, context);
      },
    });`)}`;
  const loadedWith = async (settings: Record<string, string>) => {
    const started = await BureauProcess.start(
      { ...settingsFor(world.database, '/nonexistent', { SERVE_WEB: 'off' }), ...settings },
      { nodeOptions: ['--import', WATCH] },
    );
    await post(started.url, 'login_a.php', fieldsBody(['validate', 'admin', 'wrong', 'WEB']));
    await started.kill();
    return started.lines.filter((line) => line.includes('"loaded"')).length;
  };

  it('is not loaded unless TRACES_URL is set', async () => {
    expect(await loadedWith({})).toBe(0);
    expect(await loadedWith({ TRACES_URL: tracesUrl })).toBeGreaterThan(5);
  });
});
