import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall, defineUpload, type Call, type Declaration, type Upload } from '#contract/define.ts';
import { page, srno, text } from '#contract/fields.ts';
import { handle, type Bound } from './handler.ts';
import { Problem } from './problems.ts';
import { makeRegistry } from './registry.ts';

const declare = (over: Partial<Omit<Call, 'kind'>> = {}): Call =>
  defineCall({
    endpoint: 'probe_a.php',
    action: 'look',
    summary: 'For tests.',
    session: 'first',
    right: 'signed-in',
    effect: 'read',
    source: 'here',
    args: {},
    reply: z.unknown(),
    ...over,
  });
const bind = (declared: Call): Bound => handle(declared, () => Promise.resolve(null));
const upload = defineUpload({
  endpoint: 'upload_a.php',
  action: 'probe',
  summary: 'For tests.',
  session: 'meta',
  right: 'signed-in',
  effect: 'outside',
  source: 'here',
  meta: z.unknown(),
  reply: z.unknown(),
  accepts: ['pdf'],
});
const openUpload = defineUpload({ ...upload, session: 'none', right: 'public' });
const bindUpload = (declared: typeof upload): Bound => handle(declared, () => Promise.resolve(null));
const registryOf = (...calls: readonly Call[]) => makeRegistry(calls, calls.map(bind));

describe('start-up fails on', () => {
  const look = declare();
  const twin = declare();
  const stranger = declare({ right: { key: 'NOSUCHKEY' as 'COUNTRY', flag: 'query' } });
  const openTwin = declare({ session: 'none', right: 'public' });
  const uploadTwin = { ...upload };
  const variant = { ...upload, variant: { field: 'kind', value: 'A' } };
  const otherField = { ...upload, variant: { field: 'sort', value: 'B' } };
  test.each<[string, readonly Declaration[], readonly Bound[], string]>([
    ['a call without a handler', [look], [], 'probe.look is declared but has no handler'],
    ['a handler without a call', [], [bind(look)], 'probe.look has a handler but is not in the contract'],
    ['two handlers of one call', [look], [bind(look), bind(look)], 'probe.look has two handlers'],
    ['two calls of one name', [look, twin], [bind(look), bind(twin)], 'probe.look is declared twice'],
    ['an open call of a closed name', [look, openTwin], [bind(look), bind(openTwin)], 'is declared twice'],
    ['an unknown right', [stranger], [bind(stranger)], 'asks for the unknown right NOSUCHKEY'],
    [
      'two uploads of one type',
      [upload, uploadTwin],
      [bindUpload(upload), bindUpload(uploadTwin)],
      'upload upload_a.php probe is declared twice',
    ],
    [
      'a variant beside an upload of the whole type',
      [upload, variant],
      [bindUpload(upload), bindUpload(variant)],
      'upload upload_a.php probe is declared twice',
    ],
    [
      'the same variant twice',
      [variant, { ...variant }],
      [bindUpload(variant)],
      'upload.probe.A is declared but has no handler',
    ],
    [
      'variants by two fields, which one upload can both meet',
      [variant, otherField],
      [bindUpload(variant), bindUpload(otherField)],
      'upload upload_a.php probe is declared twice',
    ],
    ...[
      { ...upload, keeps: true as const },
      { ...upload, keeps: true as const, reads: 'sheet' as const, effect: 'read' as const },
    ].map((declared): [string, Upload[], Bound[], string] => [
      `a kept sheet with reads ${'reads' in declared} and effect ${declared.effect}`,
      [declared],
      [handle(declared, () => Promise.resolve(null))],
      'upload.probe keeps a file that it does not read as a sheet, or only reads',
    ]),
    [
      'an upload without a session that checks no key',
      [openUpload],
      [handle(openUpload, () => Promise.resolve(null))],
      'upload.probe has no session and checks no key',
    ],
    ...[
      declare({ session: 'none' }),
      declare({ right: 'public' }),
      declare({ session: 'none', right: { key: 'COUNTRY', flag: 'query' } }),
    ].map((call): [string, Call[], Bound[], string] => [
      `session ${call.session} with right ${JSON.stringify(call.right)}`,
      [call],
      [bind(call)],
      'is public without being open, or open without being public',
    ]),
  ])('%s', (_, contract, bound, message) => expect(() => makeRegistry(contract, bound)).toThrow(message));

  test('a required argument after an optional one', () =>
    expect(() => registryOf(declare({ args: { page: page(), srno: srno() } }))).toThrow(
      'probe.look has a required argument after an optional one',
    ));
});

describe('a call is found by its fields', () => {
  const registry = registryOf(
    declare({ args: { name: text(), page: page() } }),
    declare({ action: 'open', session: 'none', right: 'public' }),
    declare({ endpoint: 'bare_a.php', action: '', session: 'none', right: 'public', args: { name: text() } }),
  );
  const find = (endpoint: string, fields: readonly string[]): string => {
    try {
      return registry.find(endpoint, fields).name;
    } catch (error) {
      if (error instanceof Problem) return `${error.status} ${String(error.body['err'])}`;
      throw error;
    }
  };
  test.each<[string, string, string[], string]>([
    ['with its optional field', 'probe_a.php', ['s', 'look', 'n', '{}'], 'probe.look'],
    ['without it', 'probe_a.php', ['s', 'look', 'n'], 'probe.look'],
    ['with a field missing', 'probe_a.php', ['s', 'look'], '400 Field 3 is missing.'],
    ['with a field too many', 'probe_a.php', ['s', 'look', 'n', '{}', ''], '400 Field 5 is not expected.'],
    ['open', 'probe_a.php', ['open'], 'probe.open'],
    ['open, with a field too many', 'probe_a.php', ['open', 'look', 'n'], '400 Field 2 is not expected.'],
    ['by another action', 'probe_a.php', ['s', 'Look', 'n'], '400 There is no such action.'],
    ['by a name every object has', 'probe_a.php', ['s', 'constructor'], '400 There is no such action.'],
    ['without an action', 'bare_a.php', ['anything'], 'bare'],
    ['at another endpoint', 'toString', ['s', 'look'], '404 There is no such service.'],
  ])('%s', (_, endpoint, fields, answer) => expect(find(endpoint, fields)).toBe(answer));

  test('an upload by its type and its variant', () => {
    const variants = ['A', 'B'].map((value) => ({ ...upload, variant: { field: 'kind', value } }));
    const uploads = makeRegistry(variants, variants.map(bindUpload));
    const find = (kind: unknown) => uploads.findUpload('upload_a.php', { uploadType: 'probe', kind })?.name;
    expect([find('A'), find('B'), find('C'), find(undefined)]).toEqual([
      'upload.probe.A',
      'upload.probe.B',
      undefined,
      undefined,
    ]);
  });

  test('an upload by its type, and by no other', () => {
    const uploads = makeRegistry([upload], [bindUpload(upload)]);
    expect(uploads.findUpload('upload_a.php', { uploadType: 'probe' })?.name).toBe('upload.probe');
    expect(uploads.findUpload('upload_a.php', { uploadType: 'other' })).toBeUndefined();
  });
});
