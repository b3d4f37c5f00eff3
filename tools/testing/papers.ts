import sharp from 'sharp';
import { isoDate } from '#domain/dates.ts';
import { exact, rupees } from '#domain/money.ts';
import { lineAmount, totalsOf } from '#domain/requests/charges.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { printableLogo } from '#server/platform/pdf/logo.ts';
import type { Paper } from '#server/modules/requests/papers/paper.ts';
import { COMPANY, CURRENCIES } from '#tools/demo/lookups.ts';

/** Papers of invented requests, priced by the real rules. */

const HILLS = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
  <path d="M20 280 150 40 220 170 270 90 380 280Z" fill="#14532d"/></svg>`;
export const sampleLogo = async (): Promise<Buffer | null> =>
  printableLogo(await sharp(Buffer.from(HILLS)).png().toBuffer());

const BULK = {
  name: 'Konkan Travel and Exchange Limited',
  idType: '',
  idNumber: '',
  purpose: '',
  destination: '',
};
const PUBLIC = {
  name: 'Aarti Ramesh Deshpande',
  idType: '1',
  idNumber: 'Z0000000',
  nationality: 'Indian',
  purpose: 'Leisure travel / private visit',
  destination: 'United Kingdom',
};

interface PaperInput {
  readonly type: TransactionType;
  readonly lines?: number;
  readonly tcs?: string;
  readonly scheme?: string;
}

/** A paper with this many product lines: dollar notes, a euro card, and some of every other currency. */
export function samplePaper({ type, lines: count = 2, tcs = '0', scheme = 'RULE32' }: PaperInput): Paper {
  const isBulk = type.endsWith('B');
  const lines = CURRENCIES.slice(0, count).map(({ code, name }, index) => {
    const [quantity, rate] = [exact(String(1500 - index * 100)), exact(`8${index % 10}.${4525 + index}`)];
    const product = index === 1 ? ('CARD' as const) : ('CN' as const);
    const amount = lineAmount(quantity, rate);
    return { product, isd: code, currencyName: name, quantity, rate, ratePlaces: 2, amount };
  });
  const deal = { type, scheme: schemeById(scheme), lines, addedCharges: rupees('150'), tcs: rupees(tcs) };
  const totals = totalsOf(deal);
  return {
    letterhead: { company: COMPANY, logo: null },
    type,
    number: `MUM/${type}/000123`,
    requestNumber: '4711',
    date: isoDate('2026-11-14'),
    madeAt: new Date('2026-11-14T06:35:00Z'),
    branch: { name: 'Mumbai Fort', address: '12 Horniman Circle, Fort, Mumbai 400001' },
    customer: {
      pan: isBulk ? 'AAACK0000A' : 'ABCPD0000A',
      nationality: '',
      address: '4 Hill View, Paud Road, Kothrud, Pune 411038',
      state: 'Maharashtra',
      mobile: '9800000000',
      ...(isBulk ? BULK : PUBLIC),
      ...(type === 'PP' ? { purpose: 'Encashment of unspent currency', destination: '' } : {}),
    } as Paper['customer'],
    lines,
    totals,
    scheme: deal.scheme,
    payments: [
      {
        payType: 'BANK',
        bankName: 'State Bank of India',
        reference: 'N318260000000123',
        date: isoDate('2026-11-14'),
        amount: totals.grandTotal,
      },
    ],
    preparedBy: 'Sneha Patil',
    isFinal: true,
    reprintedOn: null,
  };
}
