import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files that take longest, the longest first. */
export const LONG_FILES: readonly string[] = [
  'server/fuzz.signed-in.api.test.ts',
  'server/matrix.api.test.ts',
  'server/fuzz.stranger.api.test.ts',
  'server/modules/uploads/workbooks.api.test.ts',
  'server/platform/jobs/jobs.api.test.ts',
  'server/platform/db/loss.api.test.ts',
  'server/modules/payments/webhook.api.test.ts',
  'server/modules/requests/requests.sizes.api.test.ts',
  'server/platform/http/slow-clients.api.test.ts',
  'server/modules/access/throttle.api.test.ts',
  'tools/demo/demo.api.test.ts',
  'server/modules/flash/fetch.api.test.ts',
  'server/modules/uploads/interrupted.api.test.ts',
  'tools/setup/setup.api.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG_FILES.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? LONG_FILES.length : place;
};

/**
 * Starts long files before short ones, so that no worker is left with a long file at the end. Without this order a clean machine,
 * which knows no durations yet, starts with the files that have most bytes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
