import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { CONTRACT } from '#contract/all.ts';
import { namesOnWire } from '#contract/wire.ts';

/**
 * The names of the wire stop at contract/. A schema made by `named` (every record is) has names of its own in the
 * product; nothing outside may use those of the wire. Schemas that are not made by it yet have the same names on both sides.
 */

type Schema = z.core.$ZodType;
const moved = new Set<string>();
const plain = new Set<string>();

function collect(schema: Schema): void {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'pipe':
      collectPipe(schema, def.in);
      break;
    case 'object':
      for (const [name, inner] of Object.entries(def.shape)) {
        plain.add(name);
        collect(inner);
      }
      break;
    case 'array':
      collect(def.element);
      break;
    case 'record':
      collect(def.valueType);
      break;
    case 'optional':
    case 'nullable':
      collect(def.innerType);
      break;
    case 'union':
      def.options.forEach(collect);
      break;
    default:
  }
}

function collectPipe(schema: Schema, wire: Schema): void {
  const { def } = (wire as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return collect(wire);
  const names = namesOnWire(schema);
  const own = Object.entries(names).filter(([name, onWire]) => name !== onWire);
  for (const [, onWire] of own) moved.add(onWire);
  for (const name of Object.keys(names)) plain.add(name);
  Object.values(def.shape).forEach(collect);
}

for (const { declared } of CONTRACT) {
  if ('reply' in declared) collect(declared.reply);
  if ('event' in declared) collect(declared.event);
  if ('meta' in declared) collect(declared.meta);
  if ('args' in declared)
    for (const { inner } of Object.values(declared.args)) if (inner !== undefined) collect(inner);
}
/** Columns of tables and fields of the gateway have these names, too, so the server may use them. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'bank_reference',
  'cf_payment_id',
  'entity_name',
  'id_number',
  'isd_name',
  'marked_by',
  'nationality_fatf',
  'order_id',
  'paid_by',
  'party_type',
  'payment_amount',
  'payment_completion_time',
  'payment_currency',
  'payment_status',
  'uploaded_at',
  'uploaded_by',
]);
/** A function of the browser has this name. */
const OF_THE_WEB = 'toDate';
/** A word without prefix can also be something else: `changedby` of a record is also a name of the report. */
const names = [...moved].filter((name) => !plain.has(name) && /_|[a-z][A-Z]/.test(name));
const anyOf = (some: readonly string[]) => new RegExp(`\\b(?:${some.join('|')})\\b`, 'g');
const refused = {
  web: anyOf(names.filter((name) => name !== OF_THE_WEB)),
  server: anyOf(names.filter((name) => !OF_THE_SERVER.has(name))),
};

/** Files that may, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'server/modules/requests/facts.sql.ts': 'the lines of a card are stored with names of the wire',
  'web/modules/rates/lcd/storedDisplay.ts': 'a browser has stored its display with names of the wire',
};

test('no screen and no handler uses a name of the wire that contract/ has given another name', () => {
  expect(names).toContain('bnk_code');
  const root = join(import.meta.dirname, '../..');
  const files = globSync('{web,server/modules}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !(file in EXCEPTIONS),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const used =
      readFileSync(join(root, file), 'utf8').match(refused[file.startsWith('web/') ? 'web' : 'server']) ?? [];
    return used.length === 0 ? [] : [`${file}: ${[...new Set(used)].join(', ')}`];
  });
  expect(found).toEqual([]);
});
