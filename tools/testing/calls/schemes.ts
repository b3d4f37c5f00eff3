import * as schemes from '#contract/requests/schemes.ts';
import { addDays, isoDate } from '#domain/dates.ts';
import { sample, type ModuleSamples } from './sample.ts';

/** The tax rule applies to the whole business, and only head office sets it. */
const BY_HEAD_OFFICE = { named: ['A'] } as const;

let startsGiven = 0;
/** A day in the far future that has not been used before. */
const dayToCome = () => addDays(isoDate('2100-01-01'), (startsGiven += 1));

export const schemeSamples: ModuleSamples = {
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
  ],
};
