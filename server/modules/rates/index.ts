import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { cardHandlers } from './card.handlers.ts';
import { ibrHandlers } from './ibr.handlers.ts';
import { IBR_CONSTRAINTS } from './ibr.sql.ts';
import type { KeyedCards } from './keyed-cards.ts';

/** The rates module: the inter-bank rates of the day, and the rate cards computed from them. */
export const ratesHandlers = (
  config: Config,
  cards: KeyedCards,
  letterheads: Letterheads,
): readonly Bound[] => [
  ...ibrHandlers(cards),
  ...cardHandlers({ cards, letterheads, publicUrl: config.PUBLIC_URL }),
];

export const RATES_CONSTRAINTS = IBR_CONSTRAINTS;

export { addRatesFigures } from './figures.ts';
export { openKeyedCards } from './keyed-cards.ts';
export { mailJob } from './rates.jobs.ts';
export { ratesWaiting } from './waiting.ts';
