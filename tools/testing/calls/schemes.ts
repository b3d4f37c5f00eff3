import type pg from 'pg';
import * as schemes from '#contract/requests/schemes.ts';
import { addDays, isoDate } from '#domain/dates.ts';
import { sample, type RoomSamples } from './sample.ts';

/** One tax rule for the whole business, set by head office only. */
const BY_HEAD_OFFICE = { named: ['A'] } as const;

interface Special {
  readonly branch: number;
  /** The name of whoever was trusted, and the reference of the line. */
  readonly who: string;
  readonly submittedDaysAgo?: number;
  readonly isSubmitted?: boolean;
}

/** A request of a branch that is paid by one special approval; returns its number, the line being its first. */
export async function specialAt(
  database: pg.Client,
  { branch, who, submittedDaysAgo = 0, isSubmitted = true }: Special,
): Promise<number> {
  const { rows } = await database.query<{ srno: number }>(
    `with made as (
       insert into requests.request (ref_no, first_hash, branch, type, traveller_name, scheme, forex_total, grand_total, received,
         submitted, submitted_at, made_on, made_by, makers)
       values (gen_random_uuid()::text, sha256(convert_to($2, 'UTF8')), $1, 'SP', $2, 'FULL', 1000, 1000, 1000,
         $4, now() - make_interval(days => $3), (now() at time zone 'Asia/Kolkata')::date - $3, 1, '{1}') returning srno
     ), line as (
       insert into requests.payment_line (request, line_no, type, reference, amount, received)
       select srno, 1, 'SPR', 'By ' || $2, 1000, 1000 from made
     )
     select srno from made`,
    [branch, who, submittedDaysAgo, isSubmitted],
  );
  return rows[0]?.srno ?? 0;
}

let startsGiven = 0;
/** A day far ahead that has not been given out before. */
const dayToCome = () => addDays(isoDate('2100-01-01'), (startsGiven += 1));

export const schemeSamples: RoomSamples = {
  async prepare(database, places) {
    for (const { srno, mark } of places) await specialAt(database, { branch: srno, who: mark });
  },
  samples: [
    sample(schemes.taxStarts, 'none', () => ({})),
    sample(schemes.saveTaxStart, BY_HEAD_OFFICE, () => ({
      start: { from: dayToCome(), scheme: 'RULE32' as const },
    })),
    sample(schemes.removeTaxStart, BY_HEAD_OFFICE, async ({ database }) => {
      const from = dayToCome();
      await database.query(`insert into requests.tax_start (starts_on, scheme) values ($1, 'RULE32')`, [
        from,
      ]);
      return { start: { from } };
    }),
    sample(schemes.unsettledList, { lists: ['A', 'B', 'F'] }, () => ({ page: { limit: 100 } })),
    sample(schemes.settleSpecial, 'named', async ({ database, place, word }) => ({
      settled: {
        req_srno: await specialAt(database, { branch: place.srno, who: word }),
        srno: 1,
        note: `Paid ${word}`,
      },
    })),
  ],
};
