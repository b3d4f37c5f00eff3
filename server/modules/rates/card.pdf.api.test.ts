import { keepPicture } from '#tools/testing/pictures.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { rateRow } from '#contract/rates/cards.ts';
import { dateInIndia, formatDateTime } from '#domain/dates.ts';
import { shownCardRate } from '#domain/rates/card.ts';
import { drawPdf } from '#server/platform/pdf/parts.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { COMPANY, CURRENCIES } from '#tools/demo/lookups.ts';
import { sampleLogo } from '#tools/testing/papers.ts';
import { pagesOf, picturesOf, wordsOf } from '#tools/testing/pdf.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';
import { describeCard } from './card.pdf.ts';

let world: World;
let catcher: Catcher;
const session: Record<string, string> = {};

beforeAll(async () => {
  catcher = await startCatcher({ keepMails: 1_000 });
  world = await openWorld({
    ROLE: 'both',
    RATE_CARD_PDF: 'on',
    SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
  });
  for (const user of ['admin', 'ho.rates', 'bm.mum', 'fran.goa', 'sales.mum'])
    session[user] = await world.signIn(user);
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

const asked = (more: object) =>
  JSON.stringify({ eType: 'B', eId: '', reqDate: '', reqBranch: '', reqFranchise: '', ...more });
const GOA = { eType: 'F', reqFranchise: 'GOA' };
const download = (user: string, more: object) =>
  fetch(`${world.url}/api/ratecard_a.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fieldsBody([session[user] ?? '', 'ratecardpdf', asked(more)]),
  });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const cardOf = async (user: string, more: object) =>
  (await world.post('ratecard_a.php', [session[user] ?? '', 'ratecard', asked(more)])).json as z.input<
    typeof rateRow
  >[];

describe('the card as a PDF', () => {
  it('is one page with every rate of the card, and is recorded in the trail', async () => {
    const rows = await cardOf('bm.mum', { reqBranch: 'MUM' });
    const response = await download('bm.mum', { reqBranch: 'MUM' });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const published = Date.parse(rows[0]?.mih_timestamp ?? '');
    expect(response.headers.get('content-disposition')).toContain(
      `rate-card-MUM-${dateInIndia(published)}.pdf`,
    );
    const pdf = await bytesOf(response);
    expect(await pagesOf(pdf)).toHaveLength(1);
    const words = await wordsOf(pdf);
    for (const { mid_isd, isd_name, mid_buy, mid_sell, mid_rndnum } of rows)
      expect(words).toContain(
        `${mid_isd} ${isd_name} ${shownCardRate(mid_isd, mid_buy, mid_rndnum)} ${shownCardRate(mid_isd, mid_sell, mid_rndnum)}`,
      );
    for (const said of [
      'Mumbai Fort',
      'WE BUY (₹) WE SELL (₹)',
      `Rates as of ${formatDateTime(published)}`,
      'Service charges and taxes are extra. Rates can change without notice.',
      `GSTIN ${COMPANY.gstin}`,
    ])
      expect(words).toContain(said);
    expect(words).not.toContain('Rohan');
    const { rows: trail } = await world.database.admin.query(
      `select t.action, t.call, t.branch, t.actor, t.after->>'name' as name from platform.trail t where t.record = 'rate card' and t.record_id = 'MUM'`,
    );
    expect(trail).toEqual([
      {
        action: 'download',
        call: 'ratecard.ratecardpdf',
        branch: expect.any(Number),
        actor: expect.any(Number),
        name: 'Mumbai Fort',
      },
    ]);
    expect((await bytesOf(await download('bm.mum', { reqBranch: 'MUM' }))).equals(pdf)).toBe(true);
  });

  it('has the same access rules as the card itself', async () => {
    expect((await download('bm.mum', { reqBranch: 'DEL' })).status).toBe(404);
    expect((await download('fran.goa', { eType: 'F', eId: 'NSK' })).status).toBe(403);
    expect(await (await download('bm.mum', {})).json()).toEqual({ err: 'Please pick valid branch' });
    const none = await download('bm.mum', { reqBranch: 'MUM', reqDate: '01/01/2001' });
    expect(await none.json()).toEqual({ err: 'Rate Card Not Available' });
  });

  it('is attached to the mail of a publication, with the logo, if the installation is set up so', async () => {
    const form = new FormData();
    form.append('meta', JSON.stringify({ sid: session['admin'], uploadType: 'COMPANYLOGO' }));
    form.append('file', new Blob([new Uint8Array((await sampleLogo()) ?? Buffer.alloc(0))]), 'logo.png');
    await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
    const { rows } = await world.database.admin.query(
      `select code as isd, '88.25' as ibr from masters.currency where active`,
    );
    await world.post('ibr_a.php', [
      session['ho.rates'] ?? '',
      'saveibr',
      JSON.stringify({ flag: 'O', ibrList: rows }),
    ]);
    const mail = await expect
      .poll(() => catcher.mails().find(({ subject }) => subject.includes('Goa Panjim Forex')), SOON)
      .toBeDefined()
      .then(() => catcher.mails().find(({ subject }) => subject.includes('Goa Panjim Forex')));
    const taken = await bytesOf(await download('fran.goa', GOA));
    expect(mail?.attachments).toEqual([
      {
        fileName: `rate-card-GOA-${dateInIndia(Date.now())}.pdf`,
        mime: 'application/pdf',
        bytes: taken.length,
        sha256: createHash('sha256').update(taken).digest('hex'),
      },
    ]);
    expect(taken.includes('/Subtype /Image')).toBe(true);
  });

  it('fits forty currencies on one page; PICTURES=1 stores it as a picture', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => {
      const { code, name } = CURRENCIES[index % CURRENCIES.length] ?? { code: '', name: '' };
      return {
        isd: code,
        currencyName: name,
        buy: `${index + 80}.123456`,
        sell: `${index + 83}.5`,
        ratePlaces: 6,
      };
    });
    const pdfOf = async (count: number) =>
      drawPdf(
        describeCard({
          letterhead: { company: COMPANY, logo: await sampleLogo() },
          entityId: 'MUM',
          entityName: 'Mumbai Fort',
          publishedAt: new Date('2026-11-15T03:40:00Z'),
          rows: rows.slice(0, count),
        }),
      );
    expect(await pagesOf(await pdfOf(40))).toHaveLength(1);
    const [picture = Buffer.alloc(0)] = await picturesOf(await pdfOf(24));
    expect(picture.length).toBeGreaterThan(20_000);
    if (process.env['PICTURES'] === '1') await keepPicture('paper-rate-card', picture);
  });
});
