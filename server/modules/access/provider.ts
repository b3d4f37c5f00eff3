import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Config } from '#server/platform/config.ts';
import { outsideFetch } from '#server/platform/outside.ts';

/** What a browser takes along to the provider and back, sealed in a cookie. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** If it confirms a session that is open: when it was begun, in ms. The person must have signed in there since. */
  readonly confirmsSince?: number | undefined;
}

/** A person for whom the provider has vouched. */
export interface VouchedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Empty unless the provider says that it has verified the address. */
  readonly email: string;
  readonly hasSecondFactor: boolean;
}

/** Why the provider's answer is not accepted. */
export class ProviderRefusal extends Error {
  readonly reason: 'cancelled' | 'failed' | 'down';
  constructor(reason: ProviderRefusal['reason'], cause: unknown) {
    super(`sign-in by the identity provider: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface IdentityProvider {
  /**
   * Begins a sign-in. The address is the provider's page. To confirm a session, the provider must ask the person again,
   * even if it knows them.
   */
  begin(purpose: 'sign in' | 'confirm'): Promise<{ readonly url: string; readonly attempt: SignInAttempt }>;
  /** Checks what the provider sent back with the browser, and asks it for the person. Throws a ProviderRefusal. */
  finish(query: string, attempt: SignInAttempt): Promise<VouchedPerson>;
}

type Settings = Pick<
  Config,
  | 'OIDC_ISSUER'
  | 'OIDC_HOSTS'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_SECOND_FACTOR'
  | 'OIDC_TIMEOUT_SECONDS'
  | 'PUBLIC_URL'
>;

export const CALLBACK_PATH = '/sso/callback';
const DISCOVERY_MS = 60 * 60 * 1_000;
/** After a failure the provider is asked again so much later; until then everybody gets the same answer at once. */
const RETRY_MS = 2_000;
const MAX_ANSWER_BYTES = 1_000_000;

/** As the provider prefers; Basic is what it must know if it does not say. */
function clientAuthentication(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const body = ClientSecretPost(secret);
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes('client_secret_basic')
      ? basic(server, ...rest)
      : body(server, ...rest);
}

type ProviderSettings = Omit<Settings, 'PUBLIC_URL' | 'OIDC_SECOND_FACTOR'>;

const originsOf = ({ OIDC_ISSUER, OIDC_HOSTS }: ProviderSettings): readonly string[] => [
  new URL(OIDC_ISSUER).origin,
  ...OIDC_HOSTS.map((host) => `https://${host}`),
];

/** The hosts that the provider serves from although the settings do not name them, so that they are never asked. */
export function unnamedHosts(settings: ProviderSettings, config: Configuration): readonly string[] {
  const { token_endpoint, jwks_uri, userinfo_endpoint } = config.serverMetadata();
  const urls = [token_endpoint, jwks_uri, userinfo_endpoint].filter((url) => url !== undefined);
  const named = originsOf(settings);
  return [
    ...new Set(urls.filter((url) => !named.includes(new URL(url).origin)).map((url) => new URL(url).host)),
  ];
}

/** Asks the provider for its addresses and keys. The doctor uses it too. */
export const discoverProvider = (settings: ProviderSettings) =>
  discovery(
    new URL(settings.OIDC_ISSUER),
    settings.OIDC_CLIENT_ID,
    undefined,
    clientAuthentication(settings.OIDC_CLIENT_SECRET),
    {
      [customFetch]: async (url, options) =>
        outsideFetch({
          origins: originsOf(settings),
          timeoutMs: settings.OIDC_TIMEOUT_SECONDS * 1_000,
          maxBytes: MAX_ANSWER_BYTES,
        })(url, { ...(options as RequestInit), redirect: 'manual' }),
      timeout: settings.OIDC_TIMEOUT_SECONDS,
      // The signature of the ID token is checked although it comes directly from the provider.
      execute: [
        enableNonRepudiationChecks,
        // The settings allow http only for a provider on this machine.
        // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out
        ...(settings.OIDC_ISSUER.startsWith('http://') ? [allowInsecureRequests] : []),
      ],
    },
  );

/** One discovery for all who need it, kept for an hour. */
function rememberDiscovery(discover: () => Promise<Configuration>): () => Promise<Configuration> {
  let known: { readonly answer: Promise<Configuration>; until: number } | undefined;
  return () => {
    if (known === undefined || Date.now() > known.until) {
      const entry = { answer: discover(), until: Date.now() + DISCOVERY_MS };
      entry.answer.catch(() => (entry.until = Date.now() + RETRY_MS));
      known = entry;
    }
    return known.answer;
  };
}

async function refusedAs<T>(reason: 'failed' | 'down', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
      throw new ProviderRefusal('cancelled', error);
    throw new ProviderRefusal(isUnreachable(error) ? 'down' : reason, error);
  }
}

/** fetch throws a TypeError if there is no connection, and a TimeoutError if there is no answer. */
function isUnreachable(error: unknown): boolean {
  const names = ['TypeError', 'TimeoutError', 'AbortError'];
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at.name === 'TimeoutError' || (names.includes(at.name) && at.message === 'fetch failed')) return true;
  return false;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function openProvider(settings: Settings): IdentityProvider {
  const callback = `${settings.PUBLIC_URL.replace(/\/$/, '')}${CALLBACK_PATH}`;
  const discovered = rememberDiscovery(() => discoverProvider(settings));
  const configuration = () => refusedAs('down', discovered);

  return {
    async begin(purpose) {
      const config = await configuration();
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email',
        response_type: 'code',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
      });
      return {
        url: url.href,
        attempt: purpose === 'confirm' ? { ...attempt, confirmsSince: Date.now() } : attempt,
      };
    },

    async finish(query, { state, nonce, verifier, confirmsSince }) {
      const config = await configuration();
      return refusedAs('failed', async () => {
        // The address is made from the settings, because the browser chooses the Host header.
        const tokens = await authorizationCodeGrant(config, new URL(`${callback}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          // The browser carries the question to the provider and could take `prompt` out of it, so the time of the
          // sign-in there is what counts. The library refuses an answer without it.
          ...(confirmsSince !== undefined && { maxAge: Math.ceil((Date.now() - confirmsSince) / 1_000) }),
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the provider sent no ID token');
        // Many providers have the address only in the answer to a second question.
        const { email, email_verified: isVerified } =
          claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined
            ? claims
            : await fetchUserInfo(config, tokens.access_token, claims.sub);
        const factors = [textOf(claims['acr']), ...(Array.isArray(claims['amr']) ? claims['amr'] : [])];
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: isVerified === true ? textOf(email).trim() : '',
          hasSecondFactor: settings.OIDC_SECOND_FACTOR.some((value) => factors.includes(value)),
        };
      });
    },
  };
}
