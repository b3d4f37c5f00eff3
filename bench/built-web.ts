import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { BureauProcess } from '#tools/testing/process.ts';
import { setup } from '#tools/testing/template.ts';
import { cloneDatabase, fieldsBody, post, settingsFor } from '#tools/testing/world.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
const PASSWORD = 'Bureau2026';
const DESKTOP = { width: 1440, height: 900 };

/** The production build, served to a real browser from a business of its own. */
export interface BuiltWeb {
  readonly browser: Browser;
  readonly url: string;
  /** What the sign-in call answered: the session as the browser keeps it. */
  signIn(user: string): Promise<string>;
}

export async function withBuiltWeb<Result>(work: (web: BuiltWeb) => Promise<Result>): Promise<Result> {
  await setup();
  const database = await cloneDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const bureau = await BureauProcess.start(settingsFor(database, folder, { CHECK_REPLIES: 'off' }));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const signIn = async (user: string) =>
    (await post(bureau.url, 'login_a.php', fieldsBody(['validate', user, PASSWORD, 'WEB']))).text;
  try {
    return await work({ browser, url: bureau.url, signIn });
  } finally {
    await browser.close();
    await bureau.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A page with an empty cache that has the session. */
export async function withPage<Result>(
  { browser, url }: BuiltWeb,
  session: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: DESKTOP });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/icon.svg`);
    await page.evaluate(`sessionStorage.setItem('bureau.session', ${JSON.stringify(session)})`);
    return await work(page);
  } finally {
    await context.close();
  }
}
