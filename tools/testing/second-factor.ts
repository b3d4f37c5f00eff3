import { codeAt, stepAt } from '#server/modules/access/totp.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import type { World } from './world.ts';

type Server = Pick<World, 'post' | 'sql' | 'signIn'>;

/** Gives a code of the app of a session's user. A code works once, so the server forgets the last one. */
export async function giveCode({ post, sql }: Server, session: string, secret: string): Promise<void> {
  await sql('update access.totp set last_step = 0');
  const { json } = await post('factor_a.php', [session, 'verify', codeAt(secret, stepAt(Date.now()))]);
  if (json.done !== 1) throw new Error('the code of an authenticator app was refused');
}

/** Sets up an authenticator app for a user and signs in with it. The new session has passed it and confirmed nothing. */
export async function signInWithApp(
  server: Server,
  user: string,
): Promise<{ readonly session: string; readonly secret: string }> {
  const first = await server.signIn(user);
  await server.post('factor_a.php', [first, 'password', DEMO_PASSWORD]);
  const { secret } = (await server.post('factor_a.php', [first, 'totpbegin'])).json as { secret: string };
  const code = codeAt(secret, stepAt(Date.now()));
  const { json } = await server.post('factor_a.php', [first, 'totpfinish', code]);
  if (json.done !== 1) throw new Error('an authenticator app was not set up');
  const session = await server.signIn(user);
  await giveCode(server, session, secret);
  return { session, secret };
}
