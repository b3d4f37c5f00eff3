import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const head = statement(
  'payments.letterhead.find',
  { name: 'text', contact1: 'text', contact2: 'text' },
  'select name, contact1, contact2 from masters.company_ref',
);
/** The name and contacts of the company for mails to the payer. */
export const letterheadOf = (on: Executor) => on.one(head);
