import { timingSafeEqual } from 'node:crypto';
import { systemActing, type Database } from '#server/platform/database.ts';
import type { PublicLink } from '#server/platform/http/public-links.ts';
import type { Log } from '#server/platform/log.ts';
import { findPayable, noteOpened } from './links.sql.ts';
import { hashOf, resultToken } from './signature.ts';

const NO_TOKEN = Buffer.alloc(32);

/** The address that the payer gets. It leads to the gateway's page, so that staff know when it was opened. */
export const payerUrl = (base: string, secret: string, orderId: string): string =>
  `${base.replace(/\/$/, '')}/pay/${orderId}/${resultToken(secret, orderId)}`;

/** Leads to the gateway while the link can be paid, otherwise to the result page, which says what became of it. */
export const payerLink = ({ database, log }: { database: Database; log: Log }): PublicLink => ({
  path: '/pay/:order/:token',
  async lead({ params: { order = '', token = '' }, isPerson }) {
    const result = `/cf/${encodeURIComponent(order)}/${encodeURIComponent(token)}`;
    const found = await findPayable(database.read, order);
    // The comparison also runs if there is no such order, so that both answers take the same time.
    const isRight = timingSafeEqual(hashOf(token), found?.token_hash ?? NO_TOKEN);
    if (!isRight || found === undefined || found.state !== 'open') return result;
    if (isPerson)
      await database
        .write(systemActing('payments.open'), (tx) => noteOpened(tx, order))
        // The payer can pay although the opening could not be noted.
        .catch((error: unknown) => log.error({ err: error, record: order }, 'an opened link was not noted'));
    return found.link_url;
  },
});
