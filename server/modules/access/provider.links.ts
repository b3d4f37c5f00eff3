import { hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProviderRefused } from '#domain/access/provider.ts';
import { CIPHER_KEY_BYTES, openSealed, seal } from '#server/platform/cipher.ts';
import type { Config } from '#server/platform/config.ts';
import { systemActing, type Database, type Transaction } from '#server/platform/database.ts';
import { Problem } from '#server/platform/dispatch/problems.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { cookieName, type Cookie } from '#server/platform/http/cookies.ts';
import type { PublicLink, Visit } from '#server/platform/http/public-links.ts';
import type { Log } from '#server/platform/log.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { networkOf } from '#server/platform/network.ts';
import { trailFailedSignIn } from './access.sql.ts';
import { CALLBACK_PATH, openProvider, ProviderRefusal, type SignInAttempt } from './provider.ts';
import type { VouchedPerson } from './provider.ts';
import * as sql from './provider.sql.ts';
import { hashOf } from './sessions.ts';

interface Options {
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** How long a person may take at the provider. */
const ATTEMPT_SECONDS = 600;
/** The page exchanges its ticket at once. */
export const TICKET_SECONDS = 120;
const TICKET_BYTES = 32;
const MAX_QUERY_CHARS = 4_000;
const MAX_COOKIE_CHARS = 2_000;
/** Questions to the provider at the same time, and those that wait for their turn. */
const MAX_AT_ONCE = 10;
const MAX_WAITING = 200;

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
  confirmsSince: z.optional(z.number()),
});
type Purpose = 'sign in' | 'confirm';

export const ticketCookie = (publicUrl: string): string => cookieName('bureau-ticket', publicUrl);

/** A person whom we do not let in, and why. */
class NotAdmitted extends Error {
  readonly reason: ProviderRefused;
  readonly account: number | null;
  constructor(reason: ProviderRefused, account: number | null = null) {
    super(reason);
    this.reason = reason;
    this.account = account;
  }
}

/**
 * The user of a person. After the first sign-in only the provider's own name for the person counts. A confirmation makes
 * no link, because whoever confirms has signed in before.
 */
async function admit(
  tx: Transaction,
  { issuer, subject, email }: VouchedPerson,
  purpose: Purpose,
): Promise<number> {
  const found = await tx.rows(sql.findVouched, [issuer, subject, email]);
  const active = found.filter((user) => user.active);
  if (active.length > 1) throw new NotAdmitted('several');
  const user = active[0] ?? found[0];
  if (user === undefined) throw new NotAdmitted(email === '' ? 'noemail' : 'unknown');
  if (!user.active) throw new NotAdmitted('inactive', user.srno);
  if (!user.enabled) throw new NotAdmitted('blocked', user.srno);
  if (user.is_linked) return user.srno;
  // The address belongs to a user who signs in as another person of the provider.
  if (user.has_link || purpose === 'confirm') throw new NotAdmitted('unknown', user.srno);
  if (user.is_held) throw new NotAdmitted('held', user.srno);
  const linked = await tx.maybe(sql.linkIdentity, [issuer, subject, user.srno, email]);
  if (linked === undefined) throw new NotAdmitted('failed', user.srno);
  return user.srno;
}

/**
 * The addresses of the identity provider: two lead there, to sign in or to confirm a session that is open, and to the
 * third it leads back. What the browser gets is a ticket in a cookie, never a session in an address; the page exchanges
 * it, or confirms its session with it.
 */
export function providerLinks(config: Config, { database, log, metrics }: Options): PublicLink[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_SECRET: secret, PUBLIC_URL: publicUrl } = config;
  const provider = issuer === '' ? null : openProvider(config);
  const queue = new FairQueue({ atOnce: MAX_AT_ONCE, maxWaiting: [MAX_WAITING] });
  const countRefusal = metrics.counter(
    'provider_sign_ins_refused',
    'Sign-ins by the identity provider that were refused',
  );
  const key = Buffer.from(hkdfSync('sha256', secret, issuer, 'sign-in attempt', CIPHER_KEY_BYTES));
  const attemptName = cookieName('bureau-attempt', publicUrl);
  const page = `${publicUrl.replace(/\/$/, '')}/`;
  /** Where the page goes on, with the reason of a refusal. */
  const pageFor = (purpose: Purpose, reason = '') =>
    `${page}${purpose === 'confirm' ? 'signin-security#confirm' : '#signin'}${reason === '' ? '' : `=${reason}`}`;
  const purposeOf = (attempt: SignInAttempt | null): Purpose =>
    attempt?.confirmsSince === undefined ? 'sign in' : 'confirm';

  const attemptCookie = (value: string, seconds: number): Cookie => ({
    name: attemptName,
    value,
    seconds,
    sameSite: 'Lax',
  });

  function openAttempt({ cookie }: Visit): SignInAttempt | null {
    const sealed = cookie(attemptName);
    if (sealed === '' || sealed.length > MAX_COOKIE_CHARS) return null;
    try {
      const attempt = z.parse(attemptSchema, JSON.parse(openSealed(sealed, key)));
      return attempt.until > Date.now() ? attempt : null;
    } catch {
      return null;
    }
  }

  /** The page shows a text of its own for each reason. */
  function refuse(reason: ProviderRefused, purpose: Purpose, { requestId, address }: Visit, error?: unknown) {
    countRefusal();
    log.warn(
      { reason, purpose, request: requestId, address, err: error },
      'a sign-in by the provider was refused',
    );
    return { to: pageFor(purpose, reason), cookies: [attemptCookie('', 0)] };
  }

  async function begin(purpose: Purpose, visit: Visit) {
    if (provider === null) throw new Problem(404, { err: 'There is no such page.' });
    try {
      const { url, attempt } = await provider.begin(purpose);
      const until = Date.now() + ATTEMPT_SECONDS * 1_000;
      return {
        to: url,
        cookies: [attemptCookie(seal(JSON.stringify({ ...attempt, until }), key), ATTEMPT_SECONDS)],
      };
    } catch (error) {
      if (error instanceof ProviderRefusal) return refuse(error.reason, purpose, visit, error);
      throw error;
    }
  }

  async function finish(visit: Visit, attempt: SignInAttempt | null) {
    const given = new URLSearchParams(visit.query).get('state');
    if (provider === null || attempt === null || given !== attempt.state) throw new NotAdmitted('stale');
    const turn = networkOf(visit.address) ?? 'unknown';
    const person = await queue.run(turn, () => provider.finish(visit.query, attempt));
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    const acting = systemActing('login.provider', { request: visit.requestId, address: visit.address });
    await database
      .write(acting, async (tx) => {
        const purpose = purposeOf(attempt);
        const account = await admit(tx, person, purpose);
        const values = [hashOf(attempt.state), hashOf(ticket), account, person.hasSecondFactor, purpose];
        if ((await tx.maybe(sql.makeTicket, values)) === undefined) throw new NotAdmitted('stale', account);
      })
      .catch(async (error: unknown) => {
        if (error instanceof NotAdmitted)
          await database.write(acting, (tx) =>
            tx.rows(trailFailedSignIn, [error.account, `identity provider: ${error.reason}`]),
          );
        throw error;
      });
    return ticket;
  }

  return [
    { path: '/sso/start', lead: (visit) => begin('sign in', visit) },
    { path: '/sso/confirm', lead: (visit) => begin('confirm', visit) },
    {
      path: CALLBACK_PATH,
      async lead(visit) {
        if (provider === null) throw new Problem(404, { err: 'There is no such page.' });
        const attempt = openAttempt(visit);
        const purpose = purposeOf(attempt);
        if (visit.query.length > MAX_QUERY_CHARS) return refuse('failed', purpose, visit);
        try {
          const ticket = await finish(visit, attempt);
          return {
            to: pageFor(purpose),
            cookies: [
              attemptCookie('', 0),
              { name: ticketCookie(publicUrl), value: ticket, seconds: TICKET_SECONDS, sameSite: 'Strict' },
            ],
          };
        } catch (error) {
          if (error instanceof ProviderRefusal) return refuse(error.reason, purpose, visit, error);
          if (error instanceof NotAdmitted) return refuse(error.reason, purpose, visit);
          throw error;
        }
      },
    },
  ];
}
