import { randomBytes } from 'node:crypto';
import * as z from 'zod';

const linkRequest = z.object({
  link_id: z.string().regex(/^[A-Za-z0-9_-]{1,50}$/),
  link_amount: z.number().positive(),
  link_currency: z.string().length(3),
  link_purpose: z.string().min(1).max(500),
  customer_details: z.object({
    customer_phone: z.string().length(10),
    customer_email: z.string().optional(),
    customer_name: z.string().optional(),
    customer_bank_account_number: z.string().min(3).max(50).optional(),
    customer_bank_ifsc: z.string().length(11).optional(),
    customer_bank_code: z.int().optional(),
  }),
  link_meta: z.object({ return_url: z.url().max(250).optional(), notify_url: z.url().max(250).optional() }),
});
type LinkRequest = z.infer<typeof linkRequest>;

export interface Payment {
  readonly cf_payment_id: string;
  readonly order_id: string;
  readonly payment_status: 'SUCCESS' | 'FAILED' | 'USER_DROPPED';
  readonly payment_amount: number;
  readonly payment_currency: string;
  readonly payment_message: string;
  readonly payment_completion_time: string;
  readonly bank_reference: string;
}

export interface Link {
  readonly asked: LinkRequest;
  readonly gatewayId: string;
  /** The unguessable end of the payer's URL. */
  readonly key: string;
  readonly madeAt: string;
  status: 'ACTIVE' | 'PAID' | 'CANCELLED' | 'EXPIRED';
  readonly payments: Payment[];
}

/** An answer of the API: its status and its body. */
export interface GatewayReply {
  readonly status: number;
  readonly body: unknown;
}

const refused = (status: number, code: string, message: string): GatewayReply => ({
  status,
  body: { message, code, type: 'invalid_request_error' },
});
const NO_LINK = refused(404, 'link_not_found', 'link does not exist');

export type Deed = 'pay' | 'fail' | 'drop';

/** The links and payments of the gateway, in memory. */
export class Ledger {
  readonly #links = new Map<string, Link>();
  readonly #keys = new Map<string, string>();
  /** Never reuses a number of an earlier run, because clients treat the numbers as unique. */
  #next = Date.now();

  get links(): readonly Link[] {
    return [...this.#links.values()];
  }

  link(id: string): Link | undefined {
    return this.#links.get(id);
  }

  linkByKey(key: string): Link | undefined {
    return this.links.find((link) => link.key === key);
  }

  /**
   * A request repeated with its key returns the same link. Different content with the same key is refused, and so is
   * the id of another link.
   */
  make(written: string, key: string, isForgetful: boolean, url: string): GatewayReply {
    const parsed = linkRequest.safeParse(parseJson(written));
    if (!parsed.success)
      return refused(400, 'link_post_failed', `${parsed.error.issues[0]?.path.join('.')} : invalid value`);
    const asked = parsed.data;
    const known = this.#links.get(asked.link_id);
    if (key !== '' && !isForgetful) {
      const before = this.#keys.get(key);
      if (before !== undefined && before !== written)
        return refused(422, 'idempotency_error', 'the key was used for another request');
      if (before !== undefined && known !== undefined) return { status: 200, body: linkEntity(known, url) };
      this.#keys.set(key, written);
    }
    if (known !== undefined)
      return refused(409, 'link_already_exists', 'link with same id is already present');
    const link: Link = {
      asked,
      gatewayId: this.#nextId(),
      key: randomBytes(9).toString('base64url'),
      madeAt: new Date().toISOString(),
      status: 'ACTIVE',
      payments: [],
    };
    this.#links.set(asked.link_id, link);
    return { status: 200, body: linkEntity(link, url) };
  }

  find(id: string, url: string): GatewayReply {
    const link = this.#links.get(id);
    return link === undefined ? NO_LINK : { status: 200, body: linkEntity(link, url) };
  }

  orders(id: string, status: string): GatewayReply {
    const link = this.#links.get(id);
    if (link === undefined) return NO_LINK;
    const orders = [...new Set(link.payments.map(({ order_id }) => order_id))].map((order_id) => ({
      order_id,
      order_amount: link.asked.link_amount,
      order_currency: link.asked.link_currency,
      order_status: isPaid(link, order_id) ? 'PAID' : 'ACTIVE',
      link_id: id,
    }));
    const wanted = status === 'ALL' ? orders : orders.filter(({ order_status }) => order_status === 'PAID');
    return { status: 200, body: wanted };
  }

  payments(orderId: string): GatewayReply {
    const found = this.links.flatMap(({ payments }) =>
      payments.filter(({ order_id }) => order_id === orderId),
    );
    if (found.length === 0) return refused(404, 'order_not_found', 'order Reference Id does not exist');
    return { status: 200, body: found };
  }

  cancel(id: string, url: string): GatewayReply {
    const link = this.#links.get(id);
    if (link === undefined) return NO_LINK;
    if (link.status !== 'ACTIVE')
      return refused(400, 'link_cannot_be_cancelled', 'only an active link can be cancelled');
    link.status = 'CANCELLED';
    return { status: 200, body: linkEntity(link, url) };
  }

  /** An action of the payer. The bank accepts no money from an account other than the given one. */
  act(link: Link, deed: Deed, from: { account: string; ifsc: string }, isTwice: boolean): readonly Payment[] {
    const { customer_bank_account_number: account, customer_bank_ifsc: ifsc } = link.asked.customer_details;
    const isOwn =
      account === undefined ||
      (from.account.trim() === account && from.ifsc.trim().toUpperCase() === ifsc?.toUpperCase());
    const status = deed === 'drop' ? 'USER_DROPPED' : deed === 'pay' && isOwn ? 'SUCCESS' : 'FAILED';
    const message =
      status === 'SUCCESS'
        ? 'Transaction successful'
        : deed === 'pay'
          ? 'The account is not the one that was given.'
          : 'Transaction failed';
    const attempts = Array.from({ length: isTwice && status === 'SUCCESS' ? 2 : 1 }, (): Payment => {
      const id = this.#nextId();
      return {
        cf_payment_id: id,
        order_id: `CFPay_${link.key}_${id}`,
        payment_status: status,
        payment_amount: link.asked.link_amount,
        payment_currency: link.asked.link_currency,
        payment_message: message,
        payment_completion_time: new Date().toISOString(),
        bank_reference: status === 'SUCCESS' ? `UTR${id}` : '',
      };
    });
    link.payments.push(...attempts);
    if (status === 'SUCCESS') link.status = 'PAID';
    return attempts;
  }

  #nextId(): string {
    this.#next += 1;
    return String(this.#next);
  }
}

const isPaid = (link: Link, orderId: string) =>
  link.payments.some((payment) => payment.order_id === orderId && payment.payment_status === 'SUCCESS');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const paidOf = (link: Link): number => (link.status === 'PAID' ? link.asked.link_amount : 0);

export const linkEntity = (link: Link, url: string) => ({
  cf_link_id: link.gatewayId,
  link_id: link.asked.link_id,
  link_status: link.status,
  link_currency: link.asked.link_currency,
  link_amount: link.asked.link_amount,
  link_amount_paid: paidOf(link),
  link_partial_payments: false,
  link_purpose: link.asked.link_purpose,
  link_created_at: link.madeAt,
  customer_details: link.asked.customer_details,
  link_meta: link.asked.link_meta,
  link_url: `${url}/links/${link.key}`,
});
