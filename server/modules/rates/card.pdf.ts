import type { RateRow } from '#contract/rates/cards.ts';
import { formatDateTime } from '#domain/dates.ts';
import { shownCardRate } from '#domain/rates/card.ts';
import type { Column, Letterhead, PdfDescription } from '#server/platform/pdf/description.ts';
import { CARD_NOTE } from './mails.ts';

export interface PrintedCard {
  readonly letterhead: Letterhead;
  readonly entityId: string;
  readonly entityName: string;
  readonly publishedAt: Date;
  readonly rows: readonly Pick<RateRow, 'isd' | 'currencyName' | 'buy' | 'sell' | 'ratePlaces'>[];
}

const COLUMNS: readonly Column[] = [
  { head: 'CURRENCY', share: 14, isStrong: true },
  { head: '', share: 46 },
  { head: 'WE BUY (₹)', share: 20, isFigure: true },
  { head: 'WE SELL (₹)', share: 20, isFigure: true },
];

/** Up to this many currencies have wide rows. More currencies get narrow rows, so that forty still fit on one page. */
const ROOMY_ROWS = 30;

/** The rate card as a paper: one A4 page for up to forty currencies. The same card gives the same bytes. */
export function describeCard({
  letterhead,
  entityId,
  entityName,
  publishedAt,
  rows,
}: PrintedCard): PdfDescription {
  const { name } = letterhead.company;
  const look = rows.length > ROOMY_ROWS ? { size: 8, padding: 2.2 } : { size: 9.5, padding: 7 };
  return {
    title: `Rate card for ${entityName}`,
    id: `rate card ${entityId} ${publishedAt.toISOString()}`,
    author: name,
    madeAt: publishedAt,
    footer: `${name} · Rate card for ${entityName}`,
    parts: [
      { part: 'letterhead', ...letterhead },
      {
        part: 'title',
        title: 'Rate card',
        under: entityName,
        facts: [{ label: 'Rates as of', value: formatDateTime(publishedAt.getTime()) }],
      },
      {
        part: 'table',
        columns: COLUMNS,
        rows: rows.map(({ isd, currencyName, buy, sell, ratePlaces }) => [
          isd,
          currencyName,
          shownCardRate(isd, buy, ratePlaces),
          shownCardRate(isd, sell, ratePlaces),
        ]),
        look: { ...look, isStriped: true },
      },
      { part: 'space', height: 8 },
      {
        part: 'smallPrint',
        paragraphs: ['Rates are in Indian rupees for one unit of the currency.', CARD_NOTE],
      },
    ],
  };
}

/** The file name: letters and digits of the entity id, and the day. */
export const cardFileName = (entityId: string, day: string): string =>
  `rate-card-${entityId.replace(/[^A-Za-z0-9]+/g, '-')}-${day}.pdf`;
