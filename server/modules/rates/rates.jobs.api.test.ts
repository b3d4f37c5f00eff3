import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailCounts } from '#contract/rates/ibr.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let catcher: Catcher;
let treasury: string;

beforeAll(async () => {
  catcher = await startCatcher({ keepMails: 1_000 });
  world = await openWorld({
    ROLE: 'both',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    PUBLIC_URL: 'https://bureau.example',
  });
  treasury = await world.signIn('ho.rates');
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});
beforeEach(() => {
  catcher.behave({ kind: 'accept' });
  catcher.clear();
});

const ask = async (action: string, ...more: string[]) =>
  (await world.post('ibr_a.php', [treasury, action, ...more])).json;
const counts = (): Promise<MailCounts> => ask('mailcounts', '0');
async function publish(): Promise<number> {
  const { rows } = await world.database.admin.query(
    `select code as isd, '88.25' as ibr from masters.currency where active`,
  );
  const saved = await ask('saveibr', JSON.stringify({ flag: 'O', ibrList: rows }));
  expect(saved.err).toBe('');
  return saved.srno as number;
}

describe('the mails of a publication', () => {
  it("contain each entity's own card, as HTML and as text", async () => {
    const publication = await publish();
    await expect.poll(async () => (await counts()).waiting, SOON).toBe(0);
    const { sent, total, noaddress } = await counts();
    expect(sent).toBe(total - noaddress);
    expect(sent).toBeGreaterThan(3);
    const goa = catcher.mails().find(({ subject }) => subject.includes('Goa Panjim Forex'));
    const [{ entity, key }] = (
      await world.database.admin.query(
        `select e.srno as entity, k.key from masters.entity e join rates.card_key k on k.entity = e.srno where e.id = 'GOA'`,
      )
    ).rows;
    expect(goa).toMatchObject({ messageId: `<card-${publication}-${entity}-1@bureau>` });
    for (const body of [goa?.html, goa?.text]) {
      expect(body).toContain('WE BUY');
      expect(body).toContain(`https://bureau.example/ratebatch/${key}/F/GOA`);
      expect(body).not.toContain('Rohan');
    }
    const mails = new Set(catcher.mails().map(({ messageId }) => messageId));
    expect(mails.size).toBe(sent);
  });

  it('that a server refuses permanently are listed with its message, and can be sent again alone', async () => {
    catcher.behave({ kind: 'reject', at: 'recipient', code: 550, text: 'no such mailbox' });
    await publish();
    await expect.poll(async () => (await counts()).waiting, SOON).toBe(0);
    const { failed, noaddress, total } = await counts();
    expect(failed).toBe(total - noaddress);
    const [first] = await ask('maillist', '0', 'failed', JSON.stringify({ limit: 1 }));
    expect(first).toMatchObject({ state: 'failed', tries: 1 });
    expect(first.error).toContain('no such mailbox');

    catcher.behave({ kind: 'accept' });
    catcher.clear();
    const told = await ask('resendemail', JSON.stringify({ which: 'failed' }));
    expect(told).toMatchObject({ err: '', msg: `${failed} mails are on their way again.` });
    await expect.poll(async () => (await counts()).sent, SOON).toBe(failed);
    expect(catcher.mails().every(({ messageId }) => messageId.endsWith('-2@bureau>'))).toBe(true);
    expect(await ask('resendemail', JSON.stringify({ which: 'failed' }))).toMatchObject({
      msg: '0 mails are on their way again.',
    });
  });

  it('wait while the mail server is down, and are sent when it is back', async () => {
    catcher.behave({ kind: 'drop', at: 'connect' });
    await publish();
    await expect
      .poll(async () => (await ask('maillist', '0', 'waiting'))[0]?.error as string | undefined, SOON)
      .toMatch(/\w/);
    catcher.behave({ kind: 'accept' });
    await expect.poll(async () => (await counts()).waiting, SOON).toBe(0);
    expect(await counts()).toMatchObject({ failed: 0 });
  });

  it('go out although the first three are refused for a while', async () => {
    const { rows } = await world.database.admin.query<{ srno: number; email: string }>(
      `select srno, email from masters.entity where email_rate_card and email <> '' order by srno limit 3`,
    );
    const renamed = (name: string) =>
      world.sql(
        `update masters.entity set email = case when $2 = '' then given.email else $2 end
         from unnest($1::integer[], $3::text[]) as given (srno, email) where entity.srno = given.srno`,
        [rows.map(({ srno }) => srno), name, rows.map(({ email }) => email)],
      );
    catcher.behave({ kind: 'reject', at: 'recipient', code: 450, to: '@expired.example' });
    await renamed('all@expired.example');
    try {
      await publish();
      await expect.poll(async () => (await counts()).waiting, SOON).toBe(rows.length);
      const { sent, total, noaddress } = await counts();
      expect(sent).toBe(total - noaddress - rows.length);
    } finally {
      await renamed('');
    }
  });

  it('are failed, and not tried one by one, if the server is still away on the last attempt', async () => {
    catcher.behave({ kind: 'drop', at: 'connect' });
    const publication = await publish();
    const makeLast = () =>
      world.sql<{ id: string }>(
        `update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
         where payload ->> 'publication' = $1 and locked_at is null and attempts > 0 returning id`,
        [String(publication)],
      );
    await expect.poll(async () => (await makeLast()).length, SOON).toBe(1);
    await expect.poll(async () => (await counts()).waiting, SOON).toBe(0);
    const { failed, total, noaddress } = await counts();
    expect(failed).toBe(total - noaddress);
    const errors = (await ask('maillist', '0', 'failed')).map(({ error }: { error: string }) => error);
    expect(errors.filter((error: string) => !error.startsWith('Not tried: '))).toHaveLength(3);
  });

  it('of rates that were replaced are not sent any more', async () => {
    catcher.behave({ kind: 'drop', at: 'connect' });
    const first = await publish();
    await expect
      .poll(
        async () => (await ask('maillist', String(first), 'waiting'))[0]?.tries as number | undefined,
        SOON,
      )
      .toBeGreaterThan(0);
    const second = await publish();
    catcher.behave({ kind: 'accept' });
    await expect.poll(async () => (await ask('mailcounts', String(first))).waiting as number, SOON).toBe(0);
    await expect.poll(async () => (await ask('mailcounts', String(second))).waiting as number, SOON).toBe(0);
    expect(await ask('mailcounts', String(first))).toMatchObject({ sent: 0 });
    expect(catcher.mails().every(({ messageId }) => messageId.startsWith(`<card-${second}-`))).toBe(true);
  });

  it('are counted live for the users who watch', async () => {
    const stopping = new AbortController();
    const stream = await fetch(`${world.url}/api/ibr_a.php`, {
      method: 'POST',
      body: new URLSearchParams({ 1: treasury, 2: 'watchmails' }),
      signal: stopping.signal,
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    let heard = '';
    const hear = async (words: RegExp) => {
      while (!words.test(heard)) heard += new TextDecoder().decode((await reader.read()).value);
    };
    await hear(/"mih_srno":\d+/);
    const publication = await publish();
    await hear(new RegExp(`"waiting":0.*"mih_srno":${publication}`));
    stopping.abort();
  });
});
