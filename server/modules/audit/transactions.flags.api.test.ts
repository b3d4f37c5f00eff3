import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { flagsOfTransaction } from '#contract/audit/flags.ts';
import { transactionRow, type AuditTransaction } from '#contract/audit/transactions.ts';
import { fromWire } from '#contract/wire.ts';
import { REGISTER_TYPES } from '#domain/audit/codes.ts';
import { AUDIT_FLAGS } from '#domain/audit/flags.ts';
import { maskedNumber } from '#domain/requests/masks.ts';
import { addTransactions, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { sheetFrom } from '#tools/testing/sheets.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type Sent = z.input<typeof transactionRow>;
const flagsOf = (row: Sent) => flagsOfTransaction(fromWire(transactionRow, row) as AuditTransaction);

/** What the auditor learns of the customer of a transaction, and why it needs a look. */

let world: World;
let session: string;

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('audit.ca');
});
afterAll(() => world.close());

const list = async ({ srno }: StartedAudit, filters: object = {}): Promise<Sent[]> =>
  (await world.post('audit_a.php', [session, 'filterforaudit', JSON.stringify({ srno, ...filters })]))
    .json as Sent[];

it('tells the auditor of the customer, with masked numbers, and of a FATF list (002 §5.1)', async () => {
  const audit = await startAudit(world.database.admin, { year: 2031, month: 3 });
  await addTransactions(world.database.admin, audit, 4, { type: 'SP', status: 'PEN', first: 1 });
  const given = [
    ['Iranian', 'Z1234567', 'ABCPK1234K', 1],
    ['IRAN', 'AB12', '', 1],
    ['Indian', '', 'AB', 0],
    ['', 'Z', 'A2345', 0],
  ] as const;
  await world.sql(
    `update masters.country set nationality = 'Iranian', fatf = name = 'Iran' where name = 'Iran'`,
  );
  for (const [index, [nationality, id, pan]] of given.entries())
    await world.sql(
      `update audit.transaction set nationality = $2, id_number = $3, pan = $4 where line_no = (
         select line_no from audit.transaction where audit = $1 order by tran_date, line_no offset $5 limit 1)`,
      [audit.srno, nationality, id, pan, index],
    );
  const rows = await list(audit);
  expect(rows.map((row) => [row.nationality, row.id_number, row.pan, row.nationality_fatf])).toEqual(
    given.map(([nationality, id, pan, fatf]) => [nationality, maskedNumber(id), maskedNumber(pan), fatf]),
  );
});

it('finds the flagged ones that the rule flags, and no other (docs/readings.md: facts and flags)', async () => {
  const audit = await startAudit(world.database.admin, { year: 2018, month: 6 });
  const { admin } = world.database;
  for (const type of REGISTER_TYPES) await addTransactions(admin, audit, 56, { type });
  await world.sql(`update masters.country set fatf = true where name = 'Iran'`);
  // Every combination of what the rule looks at, before and after the day of the circular.
  await world.sql(
    `update audit.transaction t set pan = (array['', 'ABCPK1234K'])[1 + n % 2],
       paid_by = (array['CASH', ' Cash ', 'BANK, CASH', 'BANK'])[1 + (n / 2) % 4],
       amount = (array[49999.99, 50000, 50000.01, 1234567.89])[1 + (n / 3) % 4],
       nationality = (array['Indian', 'iran', '', 'Indian', 'Indian'])[1 + (n / 5) % 5],
       tran_date = make_date(2018, 6, 1 + n % 28)
     from (select line_no, row_number() over (order by line_no)::integer - 1 as n from audit.transaction where audit = $1) as o
     where t.line_no = o.line_no`,
    [audit.srno],
  );
  const all = await list(audit);
  const expected = all.filter((row) => flagsOf(row).length > 0).map(({ adt_lineno }) => adt_lineno);
  expect(all).toHaveLength(4 * 56);
  expect(new Set(all.flatMap(flagsOf))).toEqual(new Set(AUDIT_FLAGS));
  expect(expected.length).toBeLessThan(all.length);
  const found = await list(audit, { filterFlagged: 1 });
  expect(found.map(({ adt_lineno }) => adt_lineno)).toEqual(expected);
  expect(await list(audit, { filterFlagged: 0 })).toHaveLength(all.length);
  const sold = await list(audit, { filterFlagged: 1, filterTranType: 'SP' });
  expect(sold.map(({ adt_lineno }) => adt_lineno)).toEqual(
    found.filter(({ adt_trantype }) => adt_trantype === 'SP').map(({ adt_lineno }) => adt_lineno),
  );
  const filter = JSON.stringify({ srno: audit.srno, filterFlagged: 1 });
  const sheet = await sheetFrom(world, session, 'audit_a.php', 'exporttran', filter);
  expect(sheet).toHaveLength(1 + found.length);
  const column = sheet[0]?.indexOf('Flags') ?? -1;
  expect(new Set(sheet.slice(1).map((row) => row[column]))).toContain('No PAN, Cash limit, FATF');
});
