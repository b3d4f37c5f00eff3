import * as masters from '#contract/masters/country.ts';
import { sample, type ModuleSamples } from './sample.ts';

const INDIA = `select srno from masters.country where name = 'India'`;

export const mastersSamples: ModuleSamples = {
  samples: [
    sample(masters.country.list, 'none', () => ({ page: { limit: 20, q: 'in', sort: '-name' } })),
    sample(masters.country.options, 'none', () => ({ page: { limit: 20, q: 'in' } })),
    sample(masters.country.optionsSelect, 'none', () => ({})),
    sample(masters.country.detail, 'none', async ({ database }) => {
      const found = await database.query<{ srno: number }>(INDIA);
      return { srno: found.rows[0]?.srno ?? 0 };
    }),
    sample(masters.country.save, 'none', async ({ database, word, isNew }) => {
      const found = await database.query<{ srno: number }>(INDIA);
      return {
        srno: isNew ? 0 : (found.rows[0]?.srno ?? 0),
        record: {
          ...masters.country.blank,
          name: isNew ? `Sampleland ${word}` : 'India',
          nationality: 'Indian',
          swiftCode: 'IN',
          fatf: false,
        },
      };
    }),
    sample(masters.country.exported, 'none', () => ({ page: { sort: 'name' } })),
  ],
};
