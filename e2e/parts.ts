/**
 * Splits the journeys into two halves of about the same duration, for CI. The first half is listed; the second is
 * everything else, so that a new file runs without being listed. Playwright's own shards count journeys, and journeys
 * differ in length.
 */
const FIRST_HALF = [
  'a11y',
  'access',
  'budget',
  'country',
  'custody',
  'entity',
  'home',
  'ibr',
  'import',
  'jobs',
  'look',
  'notes',
  'notesscreens',
  'outstanding',
  'payment',
  'ratecard',
  'reports',
  'tasks',
  'trail',
].map((name) => `${name}.spec.ts`);

const PICTURES = 'pictures.spec.ts';

interface FilesOfHalf {
  readonly testMatch: readonly string[];
  readonly testIgnore: readonly string[];
}

/** The files to run: those of the half, or all. Pictures are taken only on request, because they prove little. */
export function filesOf(half: string | undefined, withPictures: boolean): FilesOfHalf {
  const ignored = withPictures ? [] : [PICTURES];
  if (half === '1') return { testMatch: FIRST_HALF, testIgnore: ignored };
  return {
    testMatch: ['*.spec.ts'],
    testIgnore: half === '2' ? [...ignored, ...FIRST_HALF] : ignored,
  };
}
