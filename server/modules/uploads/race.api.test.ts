import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { sendSheet, uploadSheet } from '#tools/testing/uploads.ts';

/** Two uploads of one kind, branch and month. RACE_ROUNDS=200 is the whole test. */

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 15);
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(['admin', 'fm.ho'], { DATABASE_CONNECTIONS: '12' });
  // The race has more sheets than a user has in a day.
  await desk.sql(`alter table uploads.day_use drop constraint upload_batches_a_day`);
});
afterAll(() => desk.close());

/** Two months, in the order of the sheet or the other way round, so that both uploads meet in both. */
const sheetOf = (round: number, who: number) => {
  const year = 2000 + Math.floor(round / 10);
  const months = [1 + (round % 10), 2 + (round % 10)].map((month) => String(month).padStart(2, '0'));
  const ordered = who === 0 ? months : months.toReversed();
  return uploadSheet('T', ...ordered.map((month) => ({ Date: `05/${month}/${year}`, Profit: who + 1 })));
};

it('one of two uploads covers a month, and the other names it', { timeout: 600_000 }, async () => {
  for (let round = 0; round < ROUNDS; round += 2) {
    const answers = await Promise.all(
      ['admin', 'fm.ho'].map((user, who) => sendSheet(desk, 'T', sheetOf(round, who), { user })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [won, lost] = answers.map(({ json }) => json).sort((a, b) => Number(b.msg) - Number(a.msg));
    expect([won?.msg, lost?.msg]).toEqual(['1', '0']);
    expect(lost?.covered).toHaveLength(2);
    expect(lost?.message).toMatch(/ of PUN and .* of PUN are uploaded already\.$/);
    await checkRows([won?.batch]);
  }
});

it('of two that replace a month, one counts, whole', { timeout: 600_000 }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      ['admin', 'fm.ho'].map((user, who) =>
        sendSheet(desk, 'T', sheetOf(round % 10, who), { user, replace: 1 }),
      ),
    );
    expect(answers.map(({ json }) => json.msg)).toEqual(['1', '1']);
    await checkRows(answers.map(({ json }) => json.batch));
  }
});

/** Every month has the rows and the sum of the batch that covers it, and of no other. */
async function checkRows(batches: readonly (number | undefined)[]): Promise<void> {
  const wrong = await desk.sql(
    `select c.month from uploads.covered c
       left join uploads.profit_row r on r.branch = c.branch and r.month = c.month
       left join uploads.profit_month p on p.branch = c.branch and p.month = c.month
     where c.kind = 'T' and (r.batch is distinct from c.batch or r.profit is distinct from p.profit)
     union all select r.month from uploads.profit_row r where not exists (
       select from uploads.covered c where c.batch = r.batch and c.month = r.month)`,
  );
  expect(wrong).toEqual([]);
  const counting = await desk.sql(`select distinct batch from uploads.covered where batch = any ($1)`, [
    batches,
  ]);
  expect(counting.length).toBeGreaterThan(0);
}
