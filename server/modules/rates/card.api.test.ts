import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { rateRow } from '#contract/rates/cards.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { setRight } from '#tools/testing/rights.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};
const today = dateInIndia(Date.now());

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['admin', 'ho.rates', 'bm.mum', 'zm.west', 'fran.goa'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());

interface CardQuery {
  readonly eType?: string;
  readonly eId?: string;
  readonly reqDate?: string;
  readonly reqBranch?: string;
  readonly reqFranchise?: string;
}
const staffCard = (user: string, asked: CardQuery) =>
  world.post('ratecard_a.php', [
    session[user] ?? '',
    'ratecard',
    JSON.stringify({ eType: 'B', eId: '', reqDate: '', reqBranch: '', reqFranchise: '', ...asked }),
  ]);
const rowsOf = ({ json }: { json: unknown }) => json as z.input<typeof rateRow>[];

describe('the staff card (000 §2.7, §5, §8)', () => {
  it('shows the rates of a branch on a day, priced by its margins', async () => {
    const rows = rowsOf(await staffCard('bm.mum', { reqBranch: 'MUM', reqDate: today }));
    expect(rows).toHaveLength(24);
    const [ibr] = await world.sql<{ rate: string }>(
      `select rate::text from rates.ibr_rate r join rates.ibr_list l on l.srno = r.list
       where l.day = $1 and l.flag = 'F' and r.code = 'USD'`,
      [today],
    );
    const rate = Number(ibr?.rate);
    const usd = rows.find(({ mid_isd }) => mid_isd === 'USD');
    expect(usd).toMatchObject({
      isd_name: 'US Dollar',
      isd_flag: 'US',
      mid_rndnum: 2,
      entity_name: 'Mumbai Fort',
      um_username: 'Rohan Mehta',
    });
    expect(usd?.mid_buy).toBe((rate * (1 - 0.0115)).toFixed(2));
    expect(usd?.mid_sell).toBe((rate * 1.012).toFixed(2));
  });

  it('has the decimals and the order of the currency master', async () => {
    const rows = rowsOf(await staffCard('bm.mum', { reqBranch: 'MUM', reqDate: today }));
    const codes = rows.map(({ mid_isd }) => mid_isd);
    expect(codes.slice(0, 4)).toEqual(['USD', 'EUR', 'GBP', 'AED']);
    expect(codes.slice(8)).toEqual(codes.slice(8).toSorted());
    for (const { mid_isd, mid_sell, mid_rndnum } of rows) {
      expect(mid_rndnum).toBe(['IDR', 'VND'].includes(mid_isd) ? 4 : 2);
      expect(mid_sell.split('.')[1]).toHaveLength(mid_rndnum);
    }
  });

  it.each([
    ['no branch', {}, 'Please pick valid branch'],
    ['no franchise', { eType: 'F', reqBranch: 'MUM' }, 'Please pick valid Franchisee'],
  ])('requires: %s', async (_, asked, err) => {
    expect((await staffCard('bm.mum', asked)).json).toEqual({ err });
  });

  it('is shown for a franchise of the branch, but not through another branch', async () => {
    const rows = rowsOf(await staffCard('bm.mum', { eType: 'F', reqBranch: 'MUM', reqFranchise: 'GOA' }));
    expect(rows[0]?.entity_name).toBe('Goa Panjim Forex');
    const mixed = await staffCard('zm.west', { eType: 'F', reqBranch: 'PUN', reqFranchise: 'GOA' });
    expect(mixed.status).toBe(404);
  });

  it('is not shown for a branch out of scope', async () => {
    expect((await staffCard('bm.mum', { reqBranch: 'DEL' })).status).toBe(404);
    expect((await staffCard('bm.mum', { eType: 'F', reqBranch: 'DEL', reqFranchise: 'JAI' })).status).toBe(
      404,
    );
  });

  it('of a franchise user is their own; naming another is refused', async () => {
    expect(rowsOf(await staffCard('fran.goa', { eType: 'F', eId: 'GOA' }))[0]?.entity_name).toBe(
      'Goa Panjim Forex',
    );
    expect((await staffCard('fran.goa', { eType: 'F', reqFranchise: 'JAI' })).status).toBe(403);
    expect((await staffCard('fran.goa', { eType: 'B', reqBranch: 'MUM' })).status).toBe(403);
  });

  it.each([
    ['000 §2.7', 'the card', 'ratecard'],
    ['000 §2.7', 'its print', 'ratecardpdf'],
  ])('%s: a franchise user needs no right for their own card: %s', async (_, __, action) => {
    const ratefan = { group: 'Franchisee', key: 'RATEFAN', flag: 'query' } as const;
    const asked = (id: string) => ({ eType: 'F', eId: id, reqDate: '', reqBranch: '', reqFranchise: id });
    const send = (id: string) =>
      fetch(`${world.url}/api/ratecard_a.php`, {
        method: 'POST',
        body: new URLSearchParams({ 1: session['fran.goa'] ?? '', 2: action, 3: JSON.stringify(asked(id)) }),
      });
    await setRight(world, session['fran.goa'] ?? '', { ...ratefan, may: false });
    try {
      expect((await send('GOA')).status).toBe(200);
      expect((await send('JAI')).status).toBe(403);
    } finally {
      await setRight(world, session['fran.goa'] ?? '', { ...ratefan, may: true });
    }
  });

  it('is empty for a day without a list, and accepts a day in the display format', async () => {
    expect((await staffCard('bm.mum', { reqBranch: 'MUM', reqDate: '2020-01-01' })).json).toEqual([]);
    expect((await staffCard('bm.mum', { reqBranch: 'MUM', reqDate: '01/01/2020' })).json).toEqual([]);
    expect((await staffCard('bm.mum', { reqBranch: 'MUM', reqDate: '31/02/2026' })).status).toBe(400);
  });

  it('never changes after publication, even if the margins change', async () => {
    const before = rowsOf(await staffCard('zm.west', { reqBranch: 'PUN' }));
    await world.sql(`update masters.entity set sell_percentage = 9 where id = 'PUN'`);
    expect(rowsOf(await staffCard('zm.west', { reqBranch: 'PUN' }))).toEqual(before);
  });

  it('of type O shows the newest list up to the day, of type C only the list of that day', async () => {
    const [quiet] = await world.sql<{ day: string }>(
      `select d::date::text as day from generate_series($1::date - 20, $1::date - 1, interval '1 day') as d
       where not exists (select from rates.ibr_list l where l.day = d::date) limit 1`,
      [today],
    );
    const reqDate = quiet?.day ?? '';
    await world.sql(`update masters.entity set rate_type = 'C' where id = 'MUM'`);
    expect((await staffCard('bm.mum', { reqBranch: 'MUM', reqDate })).json).toEqual([]);
    await world.sql(`update masters.entity set rate_type = 'O' where id = 'MUM'`);
    const rows = rowsOf(await staffCard('bm.mum', { reqBranch: 'MUM', reqDate }));
    expect(dateInIndia(Date.parse(rows[0]?.mih_timestamp ?? '')) < reqDate).toBe(true);
    await world.sql(`update masters.entity set rate_type = 'C' where id = 'MUM'`);
  });

  it('of an overwritten day shows the list that replaced the other', async () => {
    const rows = rowsOf(await staffCard('bm.mum', { reqBranch: 'MUM', reqDate: addDays(today, -3) }));
    const [list] = await world.sql<{ flag: string }>(`select flag from rates.ibr_list where made_at = $1`, [
      rows[0]?.mih_timestamp,
    ]);
    expect(list?.flag).toBe('O');
  });
});

const open = (body: readonly string[], endpoint = 'ratecardbatch_a.php') =>
  world.raw(endpoint, fieldsBody(body));
const publicCard = (key: string, eType = 'F', eId = 'GOA') => open([JSON.stringify({ eType, eId, key })]);
const keyOf = async (id: string) => {
  const { json } = await world.post('ratecard_a.php', [session['admin'] ?? '', 'cardlink', id]);
  return String(json.url).split('/ratebatch/')[1]?.split('/')[0] ?? '';
};

describe('the public card', () => {
  it('is shown by its key and contains no names of staff', async () => {
    const { json, text } = await publicCard(await keyOf('GOA'));
    expect(json.length).toBeGreaterThan(0);
    expect(json[0]).toMatchObject({ entity_name: 'Goa Panjim Forex', um_username: '' });
    expect(text).not.toContain('Rohan');
  });

  it('shows the name of the company, and follows a change of the name', async () => {
    const key = await keyOf('GOA');
    const nameOn = async () => (await publicCard(key)).json[0].co_name;
    const [before] = await world.sql<{ name: string }>('select name from masters.company');
    expect(await nameOn()).toBe(before?.name);
    await world.sql(`update masters.company set name = 'Konkan Forex'`);
    await expect.poll(nameOn, SOON).toBe('Konkan Forex');
    await world.sql('update masters.company set name = $1', [before?.name]);
  });

  it('gives the same answer to a wrong key, a revoked key, and the keys of another entity and of a display', async () => {
    const old = await keyOf('GOA');
    await publicCard(old);
    const renewed = await world.post('ratecard_a.php', [
      session['admin'] ?? '',
      'renewcardlink',
      JSON.stringify({ enId: 'GOA' }),
    ]);
    expect(renewed.json.err).toBe('');
    const display = await world.post('ratecard_a.php', [
      session['admin'] ?? '',
      'makedisplay',
      JSON.stringify({ eId: 'GOA', view: 'A' }),
    ]);
    await expect.poll(async () => (await publicCard(old)).json, SOON).toEqual([]);
    const fresh = await keyOf('GOA');
    const answers = await Promise.all([
      publicCard(old),
      publicCard('A'.repeat(32)),
      publicCard('short'),
      publicCard(''),
      publicCard(await keyOf('MUM')),
      publicCard(fresh, 'B', 'MUM'),
      publicCard(fresh, 'F', 'JAI'),
      publicCard(display.json.key as string),
    ]);
    const comparable = answers.map(({ status, text, headers }) => ({
      status,
      text,
      headers: [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
    }));
    for (const answer of comparable) expect(answer).toEqual(comparable[0]);
    expect(comparable[0]).toMatchObject({ status: 200, text: '[]' });
    expect((await publicCard(fresh)).json.length).toBeGreaterThan(0);
  });

  it('is empty after it is revoked or its entity is deactivated', async () => {
    const key = await keyOf('MUM');
    expect((await publicCard(key, 'B', 'MUM')).json.length).toBeGreaterThan(0);
    await world.sql(`update masters.entity set active = false where id = 'MUM'`);
    await expect.poll(async () => (await publicCard(key, 'B', 'MUM')).json, SOON).toEqual([]);
    await world.sql(`update masters.entity set active = true where id = 'MUM'`);
    await expect.poll(async () => (await publicCard(key, 'B', 'MUM')).json.length, SOON).toBe(24);
    await world.post('ratecard_a.php', [
      session['admin'] ?? '',
      'revokecardlink',
      JSON.stringify({ enId: 'MUM' }),
    ]);
    await expect.poll(async () => (await publicCard(key, 'B', 'MUM')).json, SOON).toEqual([]);
    expect(await keyOf('MUM')).toBe('');
  });
});

describe('a wall display (002 §2.6, §5.2)', () => {
  const shown = (key: string) =>
    open(['latestratecard', JSON.stringify({ eType: 'B', eId: 'MUM', key })], 'ratecard_a.php');

  it('requires a branch', async () => {
    for (const action of [
      ['makedisplay', JSON.stringify({ eId: '', view: 'A' })],
      ['latestratecard', JSON.stringify({ eType: 'B', eId: '', key: '' })],
    ])
      expect((await world.post('ratecard_a.php', [session['bm.mum'] ?? '', ...action])).json).toEqual({
        err: 'Please select a branch',
      });
  });

  it('works with its own key after the session has ended, until the key is revoked', async () => {
    const signedIn = await world.signIn('bm.mum');
    const made = await world.post('ratecard_a.php', [
      signedIn,
      'makedisplay',
      JSON.stringify({ eId: 'MUM', view: 'B' }),
    ]);
    const key = made.json.key as string;
    expect(
      (
        await world.post('ratecard_a.php', [
          signedIn,
          'latestratecard',
          JSON.stringify({ eType: 'B', eId: 'MUM', key: '' }),
        ])
      ).json,
    ).toHaveLength(24);
    await world.post('login_a.php', [signedIn, 'logout']);
    expect((await shown(key)).json).toHaveLength(24);

    const list = (await world.post('ratecard_a.php', [session['bm.mum'] ?? '', 'displays'])).json;
    expect(list[0]).toMatchObject({
      dsp_srno: made.json.srno,
      dsp_view: 'B',
      en_id: 'MUM',
      madeby: 'Bhavna Shah',
    });
    const other = await world.post('ratecard_a.php', [await world.signIn('bm.del'), 'displays']);
    expect(other.json).toEqual([]);
    await world.post('ratecard_a.php', [
      session['bm.mum'] ?? '',
      'revokedisplay',
      JSON.stringify({ dsp_srno: made.json.srno }),
    ]);
    await expect.poll(async () => (await shown(key)).json, SOON).toEqual([]);
  });

  it('is notified at once when rates are published and when its key is revoked', async () => {
    const made = await world.post('ratecard_a.php', [
      session['bm.mum'] ?? '',
      'makedisplay',
      JSON.stringify({ eId: 'MUM', view: 'A' }),
    ]);
    const stopping = new AbortController();
    const stream = await fetch(`${world.url}/api/ratecard_a.php`, {
      method: 'POST',
      body: new URLSearchParams({ 1: 'watchdisplay', 2: made.json.key }),
      signal: stopping.signal,
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    let heard = '';
    const hear = async (word: string) => {
      while (!heard.includes(word)) heard += new TextDecoder().decode((await reader.read()).value);
    };
    await hear('open');
    await world.post('ibr_a.php', [
      session['ho.rates'] ?? '',
      'saveibr',
      JSON.stringify({
        flag: 'O',
        ibrList: await world.sql<{ isd: string; ibr: string }>(
          `select code as isd, '50.5' as ibr from masters.currency where active`,
        ),
      }),
    ]);
    await hear('published');
    expect(Number(rowsOf(await shown(made.json.key as string))[0]?.mid_sell)).toBe(51.11);
    await world.post('ratecard_a.php', [
      session['bm.mum'] ?? '',
      'revokedisplay',
      JSON.stringify({ dsp_srno: made.json.srno }),
    ]);
    await hear('revoked');
    stopping.abort();
  });
});
