import { expect, type Page } from '@playwright/test';
import { fieldsBody, post } from '../tools/testing/world.ts';
import { BASE_URL } from './addresses.ts';

export const PASSWORD = 'Bureau2026';

/**
 * The sign-in replies of this worker, by server and user. They are reused because a password check takes longer than
 * most calls.
 */
const known = new Map<string, string>();

async function isOpen(base: string, signedIn: string): Promise<boolean> {
  const { session } = JSON.parse(signedIn) as { session: string };
  const { status, json } = await post(base, 'right_a.php', fieldsBody([session, 'all', 'COUNTRY']));
  return status === 200 && json.query !== undefined;
}

/** The sign-in reply for this user; reuses that of an earlier journey while its session is open. */
export async function sessionFor(username: string, base: string = BASE_URL): Promise<string> {
  const key = `${base} ${username}`;
  const earlier = known.get(key);
  if (earlier !== undefined && (await isOpen(base, earlier))) return earlier;
  let text = '';
  const signIn = async () => {
    ({ text } = await post(base, 'login_a.php', fieldsBody(['validate', username, PASSWORD, 'WEB'])));
    return text;
  };
  // A busy machine checks passwords slowly, and the server then asks to try again.
  await expect.poll(signIn).toContain('MSG0000');
  known.set(key, text);
  return text;
}

let opened = 0;

/** Opens a session without the sign-in screen; the next loaded page finds it, as after a reload. */
export async function openSession(page: Page, username: string, base: string = BASE_URL): Promise<void> {
  const session = await sessionFor(username, base);
  opened += 1;
  // Set only once: a journey that signs out or signs in as another user is not signed in again by the next page.
  await page.addInitScript(
    `if (location.origin === ${JSON.stringify(base)} && Number(sessionStorage.getItem('journey.session')) < ${opened}) {
      sessionStorage.setItem('journey.session', '${opened}');
      sessionStorage.setItem('bureau.session', ${JSON.stringify(session)});
    }`,
  );
}

export const sessionOf = (page: Page): Promise<string> =>
  page.evaluate<string>("JSON.parse(sessionStorage.getItem('bureau.session') ?? '{}').session ?? ''");
