import type pg from 'pg';
import * as calls from '#contract/requests/special.ts';
import { sample, type ModuleSamples } from './sample.ts';

interface Special {
  readonly branch: number;
  /** The name of the trusted person, and the reference of the line. */
  readonly who: string;
  readonly submittedDaysAgo?: number;
  readonly isSubmitted?: boolean;
}

/** Creates a request of a branch with one special approval as its first payment line, and returns its number. */
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

export const specialSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const { srno, mark } of places) await specialAt(database, { branch: srno, who: mark });
  },
  samples: [
    sample(calls.unsettledList, { lists: ['A', 'B', 'F'] }, () => ({ page: { limit: 100 } })),
    sample(calls.settleSpecial, 'named', async ({ database, place, word }) => ({
      settled: {
        request: await specialAt(database, { branch: place.srno, who: word }),
        line: 1,
        note: `Paid ${word}`,
      },
    })),
  ],
};
