import type pg from 'pg';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { SIMULATED_CLIENT, startSimulator, type Simulator } from '#tools/gateway/simulator.ts';
import { freePort } from './free-port.ts';
import { openWorld, type World } from './world.ts';

export const PAYER = {
  email: 'payer@customer.example',
  account: '00112233445566',
  ifsc: 'HDFC0000001',
} as const;

/** The properties of a request with a payment link. */
export interface LinkRequestInput {
  readonly branch?: string;
  readonly total?: number;
  readonly email?: string;
  readonly bank?: string;
  readonly account?: string;
  readonly ifsc?: string;
  readonly isRequested?: boolean;
  readonly type?: string;
  readonly customer?: string;
}

/** Inserts this many requests with a payment link directly into the tables and returns their numbers. */
export async function addRequests(
  admin: pg.Client,
  count: number,
  asking: LinkRequestInput = {},
): Promise<number[]> {
  const { total = 10_000, type = 'SP' } = asking;
  const { rows } = await admin.query<{ srno: number }>(
    `insert into requests.request (ref_no, first_hash, branch, type, traveller_name, email, mobile, scheme, forex_total,
       grand_total, remitter_bank, account_number, ifsc, link_requested, made_on, made_by, makers)
     select 'link ' || gen_random_uuid(), sha256('x'), e.srno, $7, $10, $3, '+91 98200 12345', 'FULL', $2, $2, $4, $5, $6, $8,
       current_date, 1, '{1}'
     from masters.entity e, generate_series(1, $9::integer) where e.id = $1 returning srno`,
    [
      asking.branch ?? 'MUM',
      total,
      asking.email ?? PAYER.email,
      asking.bank ?? '3021',
      asking.account ?? PAYER.account,
      asking.ifsc ?? PAYER.ifsc,
      type,
      asking.isRequested ?? true,
      count,
      asking.customer ?? 'Asha Rao',
    ],
  );
  return rows.map(({ srno }) => srno);
}

export async function addRequest(admin: pg.Client, asking: LinkRequestInput = {}): Promise<number> {
  const [srno] = await addRequests(admin, 1, asking);
  if (srno === undefined) throw new Error('no request was made');
  return srno;
}

/** Bureau with its own simulated gateway and mail server, both as real servers. */
export interface PaidWorld extends World {
  readonly gateway: Simulator;
  readonly catcher: Catcher;
}

export async function openPaidWorld(settings: Parameters<typeof openWorld>[0] = {}): Promise<PaidWorld> {
  const [gateway, catcher, port] = await Promise.all([
    startSimulator(),
    startCatcher({ keepMails: 1_000 }),
    freePort(),
  ]);
  const world = await openWorld({
    ROLE: 'both',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    GATEWAY_URL: `${gateway.url}/pg`,
    GATEWAY_CLIENT_ID: SIMULATED_CLIENT.clientId,
    GATEWAY_CLIENT_SECRET: SIMULATED_CLIENT.clientSecret,
    GATEWAY_TIMEOUT_SECONDS: '3',
    ...settings,
  });
  return {
    ...world,
    gateway,
    catcher,
    async close() {
      await world.close();
      await Promise.all([gateway.close(), catcher.close()]);
    },
  };
}

/** Inserts a payment that came once too often on a request directly into the tables. */
export async function unreturned(
  admin: pg.Client,
  asking: LinkRequestInput = {},
): Promise<{ srno: number; request: number; id: string }> {
  const request = await addRequest(admin, asking);
  const { rows } = await admin.query<{ srno: number; id: string }>(
    `with ordered as (
       insert into payments.link_order (order_id, request, link_round, amount, content_hash, token_hash, state)
       values ($1, $2, 1, 10000, sha256('x'), sha256('y'), 'paid') returning order_id
     )
     insert into payments.payment (id, order_id, request, status, amount, currency, bank_reference, completed_at, outcome, why)
     select gen_random_uuid()::text, order_id, $2, 'SUCCESS', 10000, 'INR', 'UTR 5', now(), 'to return', 'the link was paid before'
     from ordered returning srno, id`,
    [`R${request}-1-again`, request],
  );
  return { srno: rows[0]?.srno ?? 0, request, id: rows[0]?.id ?? '' };
}
