import { expect } from 'vitest';
import { addRequest, type PaidWorld } from './payments.ts';
import { SOON } from './until.ts';

/** The amount and the number of lines that a request has received by its link. */
export const CREDITED = { received: '10000.00', lines: 1 };
export const NOTHING = { received: '0.00', lines: 0 };

/** Helpers for links sent in a world, their results, and the calls to the gateway. */
export function linksOf(world: PaidWorld) {
  const manager = world.signIn('bm.mum');

  const ask = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await world.database.admin.query<Row>(text, values)).rows;

  const moneyOf = async (srno: number) => {
    const [row] = await ask<{ received: string; lines: number }>(
      `select received::text, (select count(*)::integer from requests.payment_line p where p.request = r.srno
         and p.gateway_order is not null) as lines from requests.request r where srno = $1`,
      srno,
    );
    return row;
  };
  const orderOf = async (srno: number): Promise<string> =>
    (await ask<{ order_id: string }>('select order_id from payments.link_order where request = $1', srno))[0]
      ?.order_id ?? '';
  const remarksOf = async (srno: number): Promise<string[]> =>
    (
      await ask<{ remark: string }>(
        'select remark from requests.activity where request = $1 order by id',
        srno,
      )
    ).map(({ remark }) => remark);
  const whysOf = async (since: number): Promise<string[]> =>
    (await ask<{ why: string }>('select why from payments.event where id > $1 order by id', since)).map(
      ({ why }) => why,
    );
  const lastEvent = async (): Promise<number> =>
    Number((await ask<{ id: string }>('select coalesce(max(id), 0) as id from payments.event'))[0]?.id);

  /** A request whose link has been sent. */
  async function linked(total = 10_000): Promise<{ srno: number; orderId: string }> {
    const srno = await addRequest(world.database.admin, { total });
    const { json } = await world.post('fxrequest_a.php', [await manager, 'sendpaymentlink', String(srno)]);
    expect(json.err).toBe('');
    return { srno, orderId: await orderOf(srno) };
  }
  const linkOf = (orderId: string) => {
    const link = world.gateway.ledger.link(orderId);
    if (link === undefined) throw new Error('no link');
    return link;
  };
  const hook = () => `${world.url}/hooks/cashfree`;
  /** Waits until all jobs enqueued so far are done. */
  const quiet = () =>
    expect
      .poll(
        async () =>
          (await ask(`select from platform.job where task like 'payments:%' and state <> 'failed'`)).length,
        // Hundreds of jobs can be enqueued, and other test files run meanwhile.
        { ...SOON, timeout: 60_000 },
      )
      .toBe(0);

  const askedBefore = (orderId: string, before: string) =>
    ask(
      `update payments.link_order set asked_at = now() - $2::text::interval where order_id = $1`,
      orderId,
      before,
    );
  /** Runs the reconciliation of due orders and waits for its results. */
  async function reconcile(): Promise<void> {
    await ask(`select graphile_worker.add_job('payments:reconcile')`);
    await quiet();
  }

  return {
    ask,
    moneyOf,
    orderOf,
    remarksOf,
    whysOf,
    lastEvent,
    linked,
    linkOf,
    hook,
    quiet,
    askedBefore,
    reconcile,
  };
}
