import { lapsingLicences } from '#contract/home/licences.ts';
import { watch } from '#contract/home/watch.ts';
import { sample, type ModuleSamples } from './sample.ts';

export const homeSamples: ModuleSamples = {
  samples: [
    sample(watch, 'none', () => ({})),
    // The licence of the place has lapsed, whatever other samples have saved before.
    sample(lapsingLicences, { lists: ['A', 'B', 'F'] }, async ({ database, place }) => {
      await database.query(
        `update masters.entity set licence_from = date '2000-01-01', licence_to = date '2001-01-01' where srno = $1`,
        [place.srno],
      );
      return {};
    }),
  ],
};
