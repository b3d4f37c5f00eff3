import { readFile } from 'node:fs/promises';

const PAGE = new URL('../../docs/operations.md', import.meta.url);

/** The commands under one heading of docs/operations.md, as they stand there, up to the next heading. */
export interface Section {
  readonly heading: string;
  /** The names of the reader's own values, which the first block has, if the page says so. */
  readonly values: readonly string[];
  /** The blocks that are run, without the one of the values. Only its subsections may have them. */
  readonly blocks: readonly string[];
}

/** Blocks that are not `sh` are examples and alternatives, which no drill runs. */
const BLOCK = /^```sh\n(.*?)^```$/gms;
const VALUES = /\bYour values:\n+$/;

export async function readSection(heading: string): Promise<Section> {
  const sections = (await readFile(PAGE, 'utf8')).split(/^#{2,} /m);
  const text = sections.find((section) => section.startsWith(`${heading}\n`));
  if (text === undefined) throw new Error(`docs/operations.md has no heading "${heading}"`);
  const all = [...text.matchAll(BLOCK)].map(([, block = '']) => block);
  const hasValues = VALUES.test(text.slice(0, text.search(/^```sh\n/m)));
  const [first = '', ...others] = hasValues ? all : ['', ...all];
  if (others.length === 0 && !hasValues)
    throw new Error(`"${heading}" of docs/operations.md has no commands`);
  return {
    heading,
    values: [...first.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name),
    blocks: others,
  };
}

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/**
 * A shell program of the section, with these values. Each value of the page must be given. It stops at the first command
 * that fails, and names each block.
 */
export function programOf(
  { heading, values, blocks }: Section,
  given: Readonly<Record<string, string>>,
): string {
  const missing = values.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new Error(`"${heading}" asks for ${missing.join(', ')}`);
  const own = Object.entries(given).map(([name, value]) => `${name}=${quoted(value)}\n`);
  const named = blocks.map((block, index) => `echo "--- ${heading}, block ${index + 1}"\n${block}`);
  return `set -eo pipefail\n${own.join('')}${named.join('')}`;
}
