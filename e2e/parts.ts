import { globSync } from 'node:fs';

/**
 * Splits the journeys into parts of about the same duration, for CI. Playwright's own shards count journeys, and journeys
 * differ in length. Each part runs its files in the order of their names, so that a run can be repeated.
 */
export const PARTS = [1, 2, 3] as const;

/**
 * About how many seconds the journeys of a file take; renew them after a run of CI on a quiet machine. A file that is not listed
 * counts as one of usual length, so a new file runs without being listed.
 */
const SECONDS: Readonly<Record<string, number>> = {
  a11y: 45,
  access: 35,
  budget: 95,
  country: 30,
  custody: 25,
  entity: 85,
  firstpaint: 10,
  flash: 75,
  flashdiscrepancy: 90,
  focus: 60,
  help: 30,
  helpsteps: 35,
  home: 45,
  ibr: 60,
  import: 25,
  jobs: 20,
  lcd: 70,
  library: 60,
  licences: 60,
  look: 30,
  notes: 45,
  notesscreens: 70,
  offline: 60,
  outstanding: 10,
  payment: 30,
  people: 105,
  places: 75,
  ratecard: 65,
  reports: 45,
  requestchain: 35,
  requestdocs: 55,
  requestform: 55,
  requestrules: 35,
  requests: 125,
  retention: 20,
  tasks: 20,
  trail: 20,
  uploads: 40,
  withdrawal: 15,
};
const USUAL_SECONDS = 45;

const PICTURES = 'pictures.spec.ts';
const secondsOf = (file: string): number => SECONDS[file.replace('.spec.ts', '')] ?? USUAL_SECONDS;

/** The files of each part: the longest first, each to the part that is the shortest so far. */
export function split(files: readonly string[], parts: number): readonly (readonly string[])[] {
  const found = Array.from({ length: parts }, () => ({ files: [] as string[], seconds: 0 }));
  const inOrder = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  for (const file of inOrder) {
    const shortest = found.reduce((least, part) => (part.seconds < least.seconds ? part : least));
    shortest.files.push(file);
    shortest.seconds += secondsOf(file);
  }
  return found.map((part) => part.files.toSorted());
}

/** The files to run: those of the part, or all. Pictures are taken only on request, because they prove little. */
export function filesOf(part: string | undefined, withPictures: boolean): readonly string[] {
  const files = globSync('*.spec.ts', { cwd: import.meta.dirname }).filter(
    (file) => withPictures || file !== PICTURES,
  );
  return part === undefined ? files : (split(files, PARTS.length)[Number(part) - 1] ?? []);
}
