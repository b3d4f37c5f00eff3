import { keepPicture } from '#tools/testing/pictures.ts';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#domain/dates.ts';
import { rupees } from '#domain/money.ts';
import { PAPERS, PAPERS_OF, type PaperKind } from '#domain/requests/papers.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { drawPdf } from '#server/platform/pdf/parts.ts';
import { sampleLogo, samplePaper } from '#tools/testing/papers.ts';
import { infoOf, pagesOf, picturesOf, wordsOf } from '#tools/testing/pdf.ts';
import type { Paper } from './paper.ts';
import { describePaper } from './print.ts';

const ALL = Object.entries(PAPERS_OF).flatMap(([type, kinds]) =>
  kinds.map((kind): [TransactionType, PaperKind] => [type as TransactionType, kind]),
);
const printPaper = async (kind: PaperKind, paper: Paper) => drawPdf(describePaper(kind, paper));
const words = async (kind: PaperKind, paper: Paper) => wordsOf(await printPaper(kind, paper));

describe('papers of a request', () => {
  it.each(ALL)('%s: %s contains the parties, the items and the amounts', async (type, kind) => {
    const paper = samplePaper({ type });
    const text = await words(kind, paper);
    for (const said of [
      'Sahyadri Forex Private Limited',
      'Licence FE.MUM.FFMC.0000/2026 · GSTIN 27AAAAA0000A1Z5',
      PAPERS[kind],
      `MUM/${type}/000123`,
      'FY 2026-27',
      '14/11/2026',
      paper.customer.name,
      'Mumbai Fort',
      'USD US Dollar 1,500 80.4525 1,20,679.00',
      'EUR Euro 1,400 81.4526 1,14,034.00',
      '₹2,34,713.00',
      'GST 18 %',
      'CGST rule 32(2)(b)',
      'N318260000000123',
      'Authorised signatory',
      'Page 1 of 1',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/DRAFT|Reprint/);
  });

  it('of a sale add the charges, including TCS, in figures and in words', async () => {
    const text = await words('cashMemo', samplePaper({ type: 'SP', tcs: '2500' }));
    expect(text).toContain('Service charge ₹1,823.57');
    expect(text).toContain('Fee ₹1,673.57 and other charges ₹150.00');
    expect(text).toContain('₹301.24');
    expect(text).toContain('TCS ₹2,500.00');
    expect(text).toContain('Round-off ₹0.19');
    expect(text).toContain('Grand total ₹2,39,338.00');
    expect(text).toContain('Rupees Two Lakh Thirty-Nine');
  });

  it.each(['purchaseMemo', 'encashmentCertificate'] as const)(
    'of a purchase deduct the charges: %s',
    async (kind) => {
      const text = await words(kind, samplePaper({ type: 'PP' }));
      expect(text).toContain('Service charge \u2212₹1,823.57');
      expect(text).toContain('\u2212₹301.24');
      expect(text).not.toContain('TCS');
      expect(text).toContain('Grand total ₹2,32,588.00');
    },
  );

  it('name the tax scheme', async () => {
    const text = await words('cashMemo', samplePaper({ type: 'SB', scheme: 'FULL' }));
    expect(text).toContain('GST on forex total and other charges');
  });

  it('show only the last four digits of an Aadhaar number', async () => {
    const paper = samplePaper({ type: 'SP' });
    const customer = { ...paper.customer, idType: '7', idNumber: '1234 5678 9012' } as const;
    const pdf = await printPaper('cashMemo', { ...paper, customer });
    const text = await wordsOf(pdf);
    expect(text).toContain('XXXXXXXX9012');
    expect(text.replaceAll(' ', '')).not.toContain('56789012');
  });

  it('printed again are the same file; a reprint is marked with its date', async () => {
    const paper = samplePaper({ type: 'SP' });
    const first = await printPaper('cashMemo', paper);
    await printPaper('purchaseMemo', samplePaper({ type: 'PP', lines: 7 }));
    expect((await printPaper('cashMemo', structuredClone(paper))).equals(first)).toBe(true);
    expect(await infoOf(first)).toContain('Cash memo / Tax invoice MUM/SP/000123');
    const again = await words('cashMemo', { ...paper, reprintedOn: isoDate('2026-11-20') });
    expect(again).toContain('Reprint 20/11/2026');
  });

  it('that are not final show DRAFT on every page', async () => {
    const paper = samplePaper({ type: 'SP', lines: 24 });
    const [draft, final] = [
      await pagesOf(await printPaper('cashMemo', { ...paper, isFinal: false })),
      await pagesOf(await printPaper('cashMemo', paper)),
    ];
    expect(draft).toHaveLength(2);
    // The text of the sloped mark is extracted letter by letter, so the test counts the additional letters of each
    // page.
    const count = (page: string, letter: string) => page.split(letter).length - 1;
    draft.forEach((page, index) => {
      for (const letter of 'DRAFT') expect(count(page, letter) - count(final[index] ?? '', letter)).toBe(1);
    });
  });

  it('fit twelve lines, the longest names and an injection attempt as text', async () => {
    const paper = samplePaper({ type: 'SP', lines: 12 });
    const attack = '<img src=x onerror=alert(1)> ) Tj (';
    const name = 'Venkatanarasimharajuvaripeta '.repeat(4).slice(0, 100);
    const customer = { ...paper.customer, name, address: 'Long Lane '.repeat(50), destination: attack };
    const pdf = await printPaper('cashMemo', { ...paper, customer });
    const text = await wordsOf(pdf);
    expect((text.match(/Venkatanarasimharajuvaripeta/g) ?? []).length).toBe(3);
    expect((text.match(/Long/g) ?? []).length).toBe(50);
    expect(text).toContain('12 Currency CAD Canadian Dollar 400');
    expect(text).toContain('<img src=x onerror=alert(1)> ) Tj (');
    expect(text).toContain('Authorised signatory');
    expect((await pagesOf(pdf)).length).toBe(2);
  });

  it('are refused if the figures do not add up or the type has no such paper', async () => {
    const paper = samplePaper({ type: 'SP' });
    const wrong = { ...paper, totals: { ...paper.totals, grandTotal: rupees('2') } };
    await expect(printPaper('cashMemo', wrong)).rejects.toThrow('do not add up');
    await expect(printPaper('encashmentCertificate', paper)).rejects.toThrow('no such paper');
  });
});

/** PICTURES=1 stores the pictures of the papers. Otherwise they are only drawn, and must not be empty. */
describe('pictures', () => {
  it.each([
    ['cash-memo', 'cashMemo', samplePaper({ type: 'SP', tcs: '2500' })],
    ['cash-memo-draft', 'cashMemo', { ...samplePaper({ type: 'SB', lines: 5 }), isFinal: false }],
    ['purchase-memo', 'purchaseMemo', samplePaper({ type: 'PP' })],
    [
      'encashment-certificate',
      'encashmentCertificate',
      { ...samplePaper({ type: 'PP' }), reprintedOn: isoDate('2026-11-20') },
    ],
  ] as const)('%s', async (name, kind, paper) => {
    const letterhead = { ...paper.letterhead, logo: await sampleLogo() };
    const pictures = await picturesOf(await printPaper(kind, { ...paper, letterhead }));
    expect(pictures).toHaveLength(1);
    const picture = pictures[0] ?? Buffer.alloc(0);
    expect(picture.length).toBeGreaterThan(20_000);
    if (process.env['PICTURES'] === '1') await keepPicture(`paper-${name}`, picture);
  });
});
