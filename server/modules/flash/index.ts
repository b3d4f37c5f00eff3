import { FLASH_REFUSALS, FLASH_TEXTS } from '#domain/flash/texts.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import { currencyHandlers } from './currencies.handlers.ts';
import { discrepancyHandlers } from './discrepancies.handlers.ts';
import type { FlashFiles } from './files.ts';
import { headerHandlers } from './flash.handlers.ts';
import { transactionHandlers } from './transactions.handlers.ts';

/** The flash module: surprise counts of a branch, and the discrepancies that the branch answers. */
export const flashHandlers = (files: FlashFiles): readonly Bound[] => [
  ...headerHandlers(files),
  ...currencyHandlers,
  ...transactionHandlers(files),
  ...discrepancyHandlers,
];

export { flashWaiting } from './waiting.ts';

/** The messages that users see when a constraint of the flash audit refuses a change. */
export const FLASH_CONSTRAINTS = {
  flash_closed: FLASH_REFUSALS.closed,
  flash_transactions: FLASH_REFUSALS.tooManyTransactions,
  currency_faces: FLASH_REFUSALS.tooManyFaces,
  denomination_quantity: FLASH_TEXTS.noDenomination,
} as const;

/** What the demo uses to make flash audits as the product does. */
export { insertFlash, moveFlash } from './audit.sql.ts';
export { fetchCurrencies, setStatus, setStock } from './currencies.sql.ts';
export { replaceFaces } from './denominations.sql.ts';
export { addRemark, changeAnswer } from './responses.sql.ts';
export { insertTransaction } from './transactions.sql.ts';
