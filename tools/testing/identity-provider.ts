import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person of the identity provider. */
export interface Person {
  readonly email?: string;
  readonly verified?: boolean;
}

type Claims = Record<string, unknown>;

export interface IdentityProvider {
  readonly issuer: string;
  readonly settings: {
    readonly OIDC_ISSUER: string;
    readonly OIDC_NAME: string;
    readonly OIDC_CLIENT_ID: string;
    readonly OIDC_CLIENT_SECRET: string;
  };
  readonly people: Map<string, Person>;
  /** Changes the claims of the ID tokens from now on, with the provider's own signature; null stops it. */
  alter(change: ((claims: Claims) => Claims) | null, sign?: 'own key' | 'other key'): void;
  /** Says that its keys are at another address; null stops it. */
  serveKeysFrom(url: string | null): void;
  /** While it is down, it accepts connections and ends them. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'bureau';
const CLIENT_SECRET = 'the secret of the tests at the provider';
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signedToken(claims: Claims, key: KeyObject): string {
  const head = `${part({ alg: 'RS256', kid: 'test', typ: 'JWT' })}.${part(claims)}`;
  return `${head}.${createSign('RSA-SHA256').update(head).sign(key, 'base64url')}`;
}

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** A real identity provider. A person signs in by its name, with any password. */
export async function startIdentityProvider(callbackUrls: readonly string[]): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [own, other] = [newKey(), newKey()];
  const people = new Map<string, Person>();
  let change: ((claims: Claims) => Claims) | null = null;
  let signingKey = own;
  let isDown = false;
  let keysUrl: string | null = null;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...callbackUrls],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => {
        const person = people.get(sub);
        return {
          sub,
          ...(person?.email !== undefined && {
            email: person.email,
            email_verified: person.verified ?? true,
          }),
        };
      },
    }),
    // Staff are not asked for their consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string; jwks_uri?: string } | undefined;
    if (keysUrl !== null && body?.jwks_uri !== undefined) body.jwks_uri = keysUrl;
    if (context.path === '/token' && change !== null && body?.id_token !== undefined)
      body.id_token = signedToken(change(claimsOf(body.id_token)), signingKey);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (isDown) request.socket.destroy();
    else void answer(request, response);
  });

  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_NAME: 'Example & Sons',
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
    },
    people,
    alter(next, sign = 'own key') {
      change = next;
      signingKey = sign === 'own key' ? own : other;
    },
    serveKeysFrom(url) {
      keysUrl = url;
    },
    setDown(next) {
      isDown = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
