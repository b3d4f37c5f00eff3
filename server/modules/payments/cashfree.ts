import * as z from 'zod/mini';
import { readRupees, type Rupees } from '#domain/money.ts';
import { GATEWAY_CURRENCY, type GatewayPayment } from '#domain/payments/settlement.ts';
import { inSpan } from '#server/platform/current-work.ts';
import { MAX_GATEWAY_ANSWER_BYTES } from '#server/platform/limits.ts';
import { outsideFetch, OutsideRefusal } from '#server/platform/outside.ts';
import { GatewayError, LINK_STATES, type Gateway, type NewLink, type LinkStatus } from './gateway.ts';

export interface CashfreeOptions {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiVersion: string;
  readonly timeoutMs: number;
}

const NOT_FOUND = 404;
const CONFLICT = 409;
const TOO_MANY = 429;
const MOBILE_DIGITS = 10;
/** The gateway requires a phone number. link_notify turns off its messages, so a placeholder is enough. */
const NO_MOBILE = '9999999999';

const idText = z.union([z.string(), z.int()]);
/** The gateway writes amounts as numbers in answers and as strings in webhooks. */
const amount = z.union([z.number(), z.string()]);

const linkSchema = z.object({
  cf_link_id: idText,
  link_id: z.string(),
  link_status: z.enum(LINK_STATES),
  link_amount: amount,
  link_currency: z.string(),
  link_url: z.string(),
});
/** Each attempt of a payer is an order at the gateway. No payer makes more attempts than this. */
const MAX_ORDERS = 500;
const ordersSchema = z.array(z.object({ order_id: z.string() })).check(z.maxLength(MAX_ORDERS));
const paymentsSchema = z.array(
  z.object({
    cf_payment_id: idText,
    payment_status: z.string(),
    payment_amount: amount,
    payment_currency: z.string(),
    bank_reference: z.nullish(z.string()),
    payment_completion_time: z.nullish(z.string()),
  }),
);

/** The request body of a link, with the field names of the gateway. */
export function linkBody({ orderId, amount, purpose, payer, returnUrl, notifyUrl }: NewLink): string {
  const digits = payer.mobile.replace(/\D/g, '').slice(-MOBILE_DIGITS);
  return JSON.stringify({
    link_id: orderId,
    link_amount: Number(amount),
    link_currency: GATEWAY_CURRENCY,
    link_purpose: purpose,
    link_partial_payments: false,
    link_auto_reminders: false,
    // Bureau mails the link itself, so that the payer gets one mail from the company that they know.
    link_notify: { send_sms: false, send_email: false },
    link_meta: { return_url: returnUrl, notify_url: notifyUrl },
    customer_details: {
      customer_name: payer.name,
      customer_email: payer.email,
      customer_phone: digits.length === MOBILE_DIGITS ? digits : NO_MOBILE,
      customer_bank_account_number: payer.accountNumber,
      customer_bank_ifsc: payer.ifsc,
      ...(/^\d+$/.test(payer.bankCode) ? { customer_bank_code: Number(payer.bankCode) } : {}),
    },
  });
}

/** A client for Cashfree's payment links. The vendor's library is not used, because it reports telemetry to the
 * vendor. */
export function openCashfree(options: CashfreeOptions): Gateway {
  const asked = {
    'x-client-id': options.clientId,
    'x-client-secret': options.clientSecret,
    'x-api-version': options.apiVersion,
    accept: 'application/json',
  };

  const fetchGateway = outsideFetch({
    origins: [options.url],
    timeoutMs: options.timeoutMs,
    maxBytes: MAX_GATEWAY_ANSWER_BYTES,
  });

  async function ask(method: 'GET' | 'POST', path: string, body?: string, key?: string): Promise<unknown> {
    const url = `${options.url.replace(/\/$/, '')}${path}`;
    const init = {
      method,
      headers: {
        ...asked,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'x-idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body }),
    };
    const { status, text } = await inSpan(
      `gateway ${method}`,
      // The first part of the path says what is asked; the rest names a payment.
      { 'http.request.method': method, 'bureau.resource': path.split('/')[1] ?? '' },
      () => send(fetchGateway, url, init),
      (answered) => ({ 'http.response.status_code': answered.status }),
    );
    if (status >= 200 && status < 300) return readJson(text);
    // Only the code of a refusal is kept, because its message may repeat the data that was sent.
    const isAway = status >= 500 || status === TOO_MANY;
    throw new GatewayError(isAway ? 'away' : 'refused', `the gateway answered ${status} ${codeIn(text)}`, {
      status,
    });
  }

  const one = (orderId: string) => `/links/${encodeURIComponent(orderId)}`;
  const fetchLink = async (orderId: string) => parse(linkSchema, await ask('GET', one(orderId)));

  return {
    async makeLink(link) {
      // A conflict means that an earlier attempt created the link without its answer arriving, so that link is used.
      const made = await ask('POST', '/links', linkBody(link), link.orderId).then(
        (answer) => parse(linkSchema, answer),
        (error: unknown) => {
          if (error instanceof GatewayError && error.status === CONFLICT) return fetchLink(link.orderId);
          throw error;
        },
      );
      const isOurs = made.link_id === link.orderId && made.link_currency === GATEWAY_CURRENCY;
      if (!isOurs || readAmount(made.link_amount) !== link.amount)
        throw new GatewayError('unknown', 'the gateway made another link than was asked for');
      if (made.link_status !== 'ACTIVE')
        throw new GatewayError('refused', `the link is ${made.link_status.toLowerCase()}`);
      return { gatewayId: String(made.cf_link_id), url: webPage(made.link_url) };
    },

    async findLink(orderId) {
      const link = await fetchLink(orderId).catch(nullIfUnknown);
      if (link === null) return null;
      if (link.link_id !== orderId)
        throw new GatewayError('unknown', 'the gateway answered with another link');
      const orders = parse(ordersSchema, await ask('GET', `${one(orderId)}/orders?status=ALL`));
      const payments: GatewayPayment[] = [];
      // The calls run one after another because the gateway limits the rate.
      for (const { order_id } of orders) {
        const answer = await ask('GET', `/orders/${encodeURIComponent(order_id)}/payments`);
        payments.push(...parse(paymentsSchema, answer).map(asPayment));
      }
      return { state: link.link_status, payments } satisfies LinkStatus;
    },

    async cancelLink(orderId) {
      try {
        await ask('POST', `${one(orderId)}/cancel`, undefined, `cancel-${orderId}`);
        return true;
      } catch (error) {
        if (error instanceof GatewayError && error.kind === 'refused') return false;
        throw error;
      }
    },
  };
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof GatewayError && error.status === NOT_FOUND) return null;
  throw error;
}

async function send(
  fetchGateway: ReturnType<typeof outsideFetch>,
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetchGateway(url, { ...init, redirect: 'error' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof OutsideRefusal) throw new GatewayError('unknown', error.message, { cause: error });
    throw new GatewayError('away', 'the gateway did not answer', { cause: error });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new GatewayError('unknown', 'the gateway answered no JSON', { cause });
  }
}

const errorSchema = z.object({ code: z.string().check(z.regex(/^[\w.-]{1,60}$/)) });
function codeIn(text: string): string {
  try {
    return z.safeParse(errorSchema, JSON.parse(text)).data?.code ?? '';
  } catch {
    return '';
  }
}

function parse<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const parsed = z.safeParse(schema, answer);
  if (!parsed.success) throw new GatewayError('unknown', 'the gateway answered another shape');
  return parsed.data;
}

function readAmount(written: number | string): Rupees {
  const read = readRupees(String(written));
  if (read === null) throw new GatewayError('unknown', 'the gateway named an amount that is none');
  return read;
}

function webPage(url: string): string {
  const page = URL.parse(url);
  if (page === null || !['https:', 'http:'].includes(page.protocol))
    throw new GatewayError('unknown', 'the gateway gave no address for the link');
  return page.href;
}

const asPayment = (payment: z.infer<typeof paymentsSchema>[number]): GatewayPayment => ({
  id: String(payment.cf_payment_id),
  status: payment.payment_status,
  amount: readAmount(payment.payment_amount),
  currency: payment.payment_currency,
  bankReference: payment.bank_reference ?? '',
  completedAt: payment.payment_completion_time ?? '',
});
