import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '#contract/all.ts';
import { callName } from '#contract/define.ts';
import { apiPage } from './files.ts';
import { makeOpenApi, type Tree } from './openapi.ts';
import { contractRows } from './rows.ts';
import { schemaOf, writtenShape } from './schema.ts';
import * as z from 'zod/mini';

const names = CONTRACT.map(({ declared }) => callName(declared)).sort();

test('the page of the API is up to date; npm run api renews it', () => {
  const { path, text } = apiPage();
  expect(readFileSync(path, 'utf8')).toBe(text);
});

describe('the contract as rows', () => {
  const rows = contractRows();
  test('names every call once', () => expect(rows.map(({ name }) => name).sort()).toEqual(names));

  test('writes a right as one word', () => {
    const rightOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.right;
    expect(['login.validate', 'login.logout', 'country.listjson', 'country.save'].map(rightOf)).toEqual([
      'public',
      'signed-in',
      'COUNTRY.query',
      'COUNTRY.save',
    ]);
  });
});

describe('openapi.json', () => {
  const tree = makeOpenApi('0.0.0');
  const refs: string[] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref') refs.push(String(value));
      collect(value);
    }
  };
  collect(tree);
  const operations = Object.values(tree['paths'] as Tree).map((path) => (path as { post: Tree }).post);

  test('every reference resolves, and there are some', () => {
    const resolve = (ref: string): unknown =>
      ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((node, key) => (node as Tree | undefined)?.[key], tree);
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
    expect(refs.length).toBeGreaterThan(names.length * 2);
  });

  test('every call is in the operation of its endpoint', () =>
    expect(
      operations
        .flatMap((each) => each['x-calls'] as { name: string }[])
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names));

  test('every component has a valid name, every operation has a unique name and an answer', () => {
    const components = Object.values(tree['components'] as Readonly<Record<string, Tree>>).flatMap((each) =>
      Object.keys(each),
    );
    expect(components.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
    expect(new Set(operations.map((each) => each['operationId'])).size).toBe(operations.length);
    for (const each of operations) expect(each['responses']).toHaveProperty('200');
  });

  test('the fields of a save are numbered, and only the optional ones can be omitted', () => {
    const { schemas } = tree['components'] as { schemas: Record<string, Tree> };
    expect(schemas['country.save.request']).toMatchObject({
      required: ['1', '2', '3', '4'],
      additionalProperties: false,
      properties: { 2: { const: 'save' }, 4: { contentMediaType: 'application/json' } },
    });
    expect(schemas['country.listjson.request']?.['required']).toEqual(['1', '2']);
  });
});

test.each([
  [z.array(z.object({ a: z.string(), b: z.optional(z.int()) })), '{ a: string, b?: integer }[]'],
  [z.union([z.literal([0, 1]), z.null()]), '0 | 1 | null'],
  [z.array(z.enum(['x', 'y'])), '("x" | "y")[]'],
  [z.record(z.string(), z.unknown()), '{ [key]: anything }'],
] as const)('a shape is written in TypeScript notation', (type, written) =>
  expect(writtenShape(schemaOf(type, 'output'))).toBe(written),
);
