import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const headsSchema = z.record(z.string(), z.string());
const REST = '*';

const segmentsOf = (path: string): string[] => path.split('/');

/** Whether a path has the form of another, whose segments that begin with a colon stand for any. */
function hasForm(path: string, form: string): boolean {
  const [given, wanted] = [segmentsOf(path), segmentsOf(form)];
  return (
    given.length === wanted.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
  );
}

/**
 * What the build has prepared for the head of each page: links to the scripts of its screen, and its first calls. A web
 * that was built without has empty ones, and works the same.
 */
export async function readHeads(webDir: string): Promise<(path: string) => string> {
  const written = await readFile(join(webDir, 'heads.json'), 'utf8').catch(() => '{}');
  const { [REST]: rest = '', ...listed } = headsSchema.parse(JSON.parse(written));
  const heads = new Map(Object.entries(listed));
  const forms = [...heads.keys()].filter((path) => path.includes('/:'));
  return (path) => heads.get(path) ?? heads.get(forms.find((form) => hasForm(path, form)) ?? '') ?? rest;
}
