interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Vite's list of what it built, by the module each chunk starts from. */
export type Manifest = Readonly<Record<string, Chunk>>;

const WEB_ROOT = 'web/';

/** The scripts and styles of the page's entry, of the named modules, and of all they import, each once, what is imported first. */
export function filesOf(
  manifest: Manifest,
  lazyModules: readonly string[],
): { readonly scripts: string[]; readonly styles: string[] } {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  if (entries.length === 0) throw new Error('the build has no entry');
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visited = new Set<string>();
  function visit(key: string): void {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${WEB_ROOT}${key} is not a chunk of the build`);
    for (const imported of chunk.imports ?? []) visit(imported);
    if (chunk.file.endsWith('.js')) scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
  }
  for (const key of [...entries, ...lazyModules.map((module) => module.replace(WEB_ROOT, ''))]) visit(key);
  return { scripts: [...scripts], styles: [...styles] };
}

/** Chunks that import each other in a circle, as a line to read; null where there is none. What runs first would be chance. */
export function circleIn(manifest: Manifest): string | null {
  const done = new Set<string>();
  function search(key: string, way: readonly string[]): string | null {
    if (way.includes(key)) return [...way.slice(way.indexOf(key)), key].join(' > ');
    if (done.has(key)) return null;
    for (const imported of manifest[key]?.imports ?? []) {
      const circle = search(imported, [...way, key]);
      if (circle !== null) return circle;
    }
    done.add(key);
    return null;
  }
  for (const key of Object.keys(manifest)) {
    const circle = search(key, []);
    if (circle !== null) return circle;
  }
  return null;
}
