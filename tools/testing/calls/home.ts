import { lapsingLicences } from '#contract/home/licences.ts';
import { opening } from '#contract/home/opening.ts';
import { queue } from '#contract/home/queue.ts';
import { today } from '#contract/home/today.ts';
import { watch } from '#contract/home/watch.ts';
import { sample, type ModuleSamples } from './sample.ts';

export const homeSamples: ModuleSamples = {
  samples: [
    sample(watch, 'none', () => ({})),
    // Every signed-in user may ask; server/modules/home/queue.api.test.ts proves what each role gets.
    sample(queue, 'none', () => ({})),
    sample(today, 'none', () => ({})),
    // The same as the three calls that it takes the place of; the same tests compare them.
    sample(opening, 'none', () => ({})),
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
