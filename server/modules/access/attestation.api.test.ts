import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import {
  certifiedBy,
  certifiedByMany,
  CERTIFIED_FORMATS,
  selfAttested,
} from '#tools/testing/attestations.ts';
import { Authenticator, type Attestation, type NewCredential } from '#tools/testing/authenticator.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const ORIGIN = 'https://desk.bureau.example';
let world: World;
/** A host of the attacker, which notes what it is asked for. */
let host: Server;
const asked: string[] = [];
const hostUrl = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}/revoked`;

beforeAll(async () => {
  world = await openWorld({ PUBLIC_URL: `${ORIGIN}/` });
  host = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  host.close();
  await world.close();
});

const factor = async (session: string, action: string, ...fields: string[]) =>
  world.post('factor_a.php', [session, action, ...fields]);

async function add(user: string, attest: (credential: NewCredential) => Attestation) {
  const { session } = (await world.post('login_a.php', ['validate', user, DEMO_PASSWORD, 'WEB'])).json;
  await factor(session, 'password', DEMO_PASSWORD);
  const { options } = (await factor(session, 'passkeybegin')).json;
  const response = new Authenticator(ORIGIN).register(options, attest);
  return factor(session, 'passkeyadd', JSON.stringify({ name: 'Phone', response }));
}

it.each(CERTIFIED_FORMATS)('refuses the attestation %s without following its certificates', async (fmt) => {
  const { json } = await add('sales.mum', certifiedBy(fmt, hostUrl()));
  expect(json).toMatchObject({ done: 0, msg: FACTOR_TEXTS.passkeyRefused });
  expect(asked).toEqual([]);
});

it('accepts an authenticator that vouches for itself', async () => {
  expect((await add('sales.del', selfAttested)).json).toMatchObject({ done: 1 });
});

it('does not read an answer that no authenticator is long enough for', async () => {
  const startedAt = performance.now();
  const { status, json } = await add('sales.mum', certifiedByMany(400));
  expect({ status, err: json.err }).toMatchObject({ status: 400 });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(asked).toEqual([]);
});
