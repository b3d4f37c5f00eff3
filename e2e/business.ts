import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TransactionType } from '../domain/requests/codes.ts';
import { BureauProcess } from '../tools/testing/process.ts';
import { pricedRequest, type GivenRequest } from '../tools/testing/requests.ts';
import { setup } from '../tools/testing/template.ts';
import {
  cloneDatabase,
  fieldsBody,
  post,
  settingsFor,
  type TestDatabase,
  PATIENT,
} from '../tools/testing/world.ts';
import { BASE_URL, expect, openSession, PASSWORD, test } from './support.ts';

type Settings = Parameters<typeof settingsFor>[2];

/** The approvers of Mumbai's requests, by step. */
const APPROVERS = { BM: 'bm.mum', ZM: 'zm.west', CM: 'cm.ho', FM: 'fm.ho' } as const;
type Step = keyof typeof APPROVERS;

/** Calls over HTTP, by the names of the demo business. */
abstract class Desk {
  readonly #sessions = new Map<string, string>();
  /** The URL of the server. */
  abstract get url(): string;

  async #sessionOf(user: string): Promise<string> {
    const known = this.#sessions.get(user);
    if (known !== undefined) return known;
    const { json } = await post(this.url, 'login_a.php', fieldsBody(['validate', user, PASSWORD, 'WEB']));
    this.#sessions.set(user, json.session as string);
    return json.session as string;
  }

  async ask(user: string, endpoint: string, ...fields: readonly string[]) {
    return (await post(this.url, endpoint, fieldsBody([await this.#sessionOf(user), ...fields]))).json;
  }

  /** Saves a request as a sales executive and returns its number. */
  async saved(given: GivenRequest = {}, type: TransactionType = 'SP', by = 'sales.mum'): Promise<number> {
    const record = JSON.stringify(pricedRequest(type, given));
    const reply = await this.ask(by, 'newfxrequest_a.php', 'save', record);
    expect(reply.err).toBe('');
    return reply.srno as number;
  }

  async approve(srno: number, ...steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const reply = await this.ask(APPROVERS[step], 'fxrequest_a.php', 'APPROVE', step, String(srno));
      expect(reply.err).toBe('');
    }
  }

  /** Opens a screen as a signed-in user. */
  async open(page: Page, user: string, address: string): Promise<void> {
    await openSession(page, user, this.url);
    await page.goto(this.url + address);
  }
}

class Business extends Desk {
  #running: { database: TestDatabase; objectsDir: string; bureau: BureauProcess } | undefined;

  get #now() {
    if (this.#running === undefined) throw new Error('the business is not open yet');
    return this.#running;
  }

  override get url(): string {
    return this.#now.bureau.url;
  }

  get database(): TestDatabase {
    return this.#now.database;
  }

  async start(settings: Settings): Promise<void> {
    await setup();
    const database = await cloneDatabase();
    const objectsDir = await mkdtemp(join(tmpdir(), 'bureau-journey-'));
    const bureau = await BureauProcess.start(
      settingsFor(database, objectsDir, { ...PATIENT, ROLE: 'both', ...settings }),
    );
    this.#running = { database, objectsDir, bureau };
  }

  async stop(): Promise<void> {
    const { database, objectsDir, bureau } = this.#now;
    await bureau.stop();
    await database.drop();
    await rm(objectsDir, { recursive: true, force: true });
  }
}

class DemoDesk extends Desk {
  override get url(): string {
    return BASE_URL;
  }
}
/** The demo business that most journeys share. */
export const demo = new DemoDesk();

/** A separate business for the journeys of one file, so that lists contain only their data. */
export function ownBusiness(settings: () => Promise<Settings> = async () => ({})): Business {
  const business = new Business();
  test.beforeAll(async () => business.start(await settings()));
  test.afterAll(() => business.stop());
  return business;
}
