import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a lock file says of an installed package. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export type Packages = Readonly<Record<string, LockedPackage>>;

/** A package whose licence obliges us, with the texts that it brings. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly texts: readonly string[];
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i;
/** Licences under which the whole product would have to be published. */
const VIRAL = /^\(?(?:A?GPL|SSPL|OSL|EUPL|CC-BY-(?:NC|SA))/i;

/** Where a package that is asked for at a place of the tree is installed, as Node looks for it. */
export function placeOf(packages: Packages, from: string, name: string): string | undefined {
  for (let at = from; ;) {
    const place = join(at, 'node_modules', name);
    if (place in packages) return place;
    if (at === '') return undefined;
    const end = at.lastIndexOf('/node_modules/');
    at = end < 0 ? '' : at.slice(0, end);
  }
}

/** The places of these packages and of everything that they bring. A peer is among the names, if the product uses it. */
export function closureOf(packages: Packages, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = names.map((name) => placeOf(packages, '', name));
  while (waiting.length > 0) {
    const place = waiting.pop();
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    const { dependencies, optionalDependencies } = packages[place] ?? {};
    const needed = Object.keys({ ...dependencies, ...optionalDependencies });
    waiting.push(...needed.map((name) => placeOf(packages, place, name)));
  }
  return found;
}

/** The notices of the installed packages at these places, by name. A package for another platform is not installed. */
export function noticesOf(root: string, packages: Packages, places: ReadonlySet<string>): readonly Notice[] {
  return [...places]
    .filter((place) => existsSync(join(root, place)))
    .map((place) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: packages[place]?.version ?? '',
      licence: packages[place]?.license ?? '',
      texts: readdirSync(join(root, place))
        .filter((name) => LICENCE_FILE.test(name))
        .map((name) => readFileSync(join(root, place, name), 'utf8').trim()),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reasons why the product must not be given away with these packages. */
export const problemsOf = (notices: readonly Notice[]): readonly string[] =>
  notices.flatMap(({ name, licence, texts }) => {
    if (licence === '' && texts.length === 0) return [`${name} names no licence`];
    return VIRAL.test(licence) && !licence.includes(' OR ') ? [`${name} is under ${licence}`] : [];
  });

/** The file that goes with the product. Equal texts are printed once. */
export function renderNotices(notices: readonly Notice[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, licence, texts } of notices) {
    const text = texts.join('\n\n') || `(The package brings no text. Its licence is ${licence}.)`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  const line = `\n${'-'.repeat(80)}\n\n`;
  return `Bureau contains the following packages of others.\n${line}${parts.join(line)}`;
}
