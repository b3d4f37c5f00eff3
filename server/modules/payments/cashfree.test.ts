import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rupees } from '#domain/money.ts';
import { GOOD } from '#tools/gateway/behaviour.ts';
import { SIMULATED_CLIENT, startSimulator, type Simulator } from '#tools/gateway/simulator.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { openCashfree } from './cashfree.ts';
import { GatewayError, type Gateway, type NewLink } from './gateway.ts';

let simulator: Simulator;
let gateway: Gateway;
const open = (url: string, more: object = {}) =>
  openCashfree({ url, ...SIMULATED_CLIENT, apiVersion: '2025-01-01', timeoutMs: 20_000, ...more });

beforeAll(async () => {
  simulator = await startSimulator();
  gateway = open(`${simulator.url}/pg`);
});
afterAll(() => simulator.close());
beforeEach(() => simulator.behave({ ...GOOD, webhooks: 'dropped' }));

let made = 0;
const asked = (more: Partial<NewLink> = {}): NewLink => {
  made += 1;
  return {
    orderId: `R${made}-1-abc`,
    amount: rupees('1234567.89'),
    purpose: 'Transaction request 1',
    payer: {
      name: 'Asha Rao',
      email: 'asha@customer.example',
      mobile: '',
      bankCode: 'HDFC',
      accountNumber: '00112233',
      ifsc: 'HDFC0000001',
    },
    returnUrl: 'http://localhost/cf/a/b',
    notifyUrl: 'http://localhost:9/hooks/cashfree',
    ...more,
  };
};
const failure = async (work: Promise<unknown>): Promise<GatewayError> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GatewayError)) throw new Error('it did not fail as a gateway fails');
  return error;
};

describe('a link', () => {
  it('is created, found with its payments to the paisa, and cancelled', async () => {
    const link = asked();
    const { url, gatewayId } = await gateway.makeLink(link);
    expect([url.startsWith(`${simulator.url}/links/`), /^\d+$/.test(gatewayId)]).toEqual([true, true]);
    expect(await gateway.findLink(link.orderId)).toEqual({ state: 'ACTIVE', payments: [] });
    await simulator.act(link.orderId, 'fail');
    await simulator.act(link.orderId, 'pay');
    const known = await gateway.findLink(link.orderId);
    expect([known?.state, known?.payments.map(({ status, amount }) => [status, amount])]).toEqual([
      'PAID',
      [
        ['FAILED', '1234567.89'],
        ['SUCCESS', '1234567.89'],
      ],
    ]);
    expect(await gateway.cancelLink(link.orderId)).toBe(false);
    const other = asked();
    await gateway.makeLink(other);
    expect(await gateway.cancelLink(other.orderId)).toBe(true);
    expect((await gateway.findLink(other.orderId))?.state).toBe('CANCELLED');
    expect(await gateway.findLink('R0-0-none')).toBeNull();
  });

  it('is the same link when it is requested again, with and without its idempotency key', async () => {
    const link = asked();
    const first = await gateway.makeLink(link);
    expect(await gateway.makeLink(link)).toEqual(first);
    simulator.behave({ keys: 'forgotten' });
    expect(await gateway.makeLink(link)).toEqual(first);
    expect((await failure(gateway.makeLink({ ...link, amount: rupees('1') }))).kind).toBe('unknown');
  });

  it('is found with every payment, however often the payer has tried', async () => {
    const link = asked();
    await gateway.makeLink(link);
    for (let tries = 0; tries < 60; tries += 1) await simulator.act(link.orderId, 'fail');
    await simulator.act(link.orderId, 'pay');
    const known = await gateway.findLink(link.orderId);
    expect([known?.state, known?.payments.length, known?.payments.at(-1)?.status]).toEqual([
      'PAID',
      61,
      'SUCCESS',
    ]);
  });

  it('can be paid only from the given account', async () => {
    const link = asked();
    await gateway.makeLink(link);
    const [refused] = await simulator.act(link.orderId, 'pay', { account: '99999999', ifsc: 'HDFC0000001' });
    expect([refused?.payment_status, refused?.payment_message]).toEqual([
      'FAILED',
      'The account is not the one that was given.',
    ]);
  });
});

describe('kinds of gateway failure', () => {
  it('refused: the gateway understands the call and declines it', async () => {
    const error = await failure(gateway.makeLink(asked({ purpose: '' })));
    expect([error.kind, error.status]).toEqual(['refused', 400]);
    const stranger = open(`${simulator.url}/pg`, { clientSecret: 'wrong-secret-of-ours' });
    const denied = await failure(stranger.makeLink(asked()));
    expect([denied.kind, denied.status]).toEqual(['refused', 401]);
    expect(`${denied.message} ${denied.stack}`).not.toContain('wrong-secret-of-ours');
  });

  it('away: no connection, no answer in time, or a broken connection', async () => {
    expect((await failure(open(`http://127.0.0.1:${await freePort()}`).makeLink(asked()))).kind).toBe('away');
    simulator.behave({ api: 'down' });
    expect((await failure(gateway.makeLink(asked()))).kind).toBe('away');
    simulator.behave({ api: 'slow', slowMs: 60_000 });
    const hasty = open(`${simulator.url}/pg`, { timeoutMs: 1_500 });
    const startedAt = performance.now();
    expect((await failure(hasty.findLink('R1-1-abc'))).kind).toBe('away');
    expect(performance.now() - startedAt).toBeLessThan(50_000);
  });

  it('unknown: an answer that cannot be parsed', async () => {
    // This page of the simulator answers with HTML instead of JSON.
    expect((await failure(open(`${simulator.url}/behaviour.json?`).makeLink(asked()))).kind).toBe('unknown');
  });
});
