import fc from 'fast-check';

/** Values that have broken other systems: injections, paths, formats, line ends, the edges of Unicode. */
const KNOWN_BAD = [
  `' or '1'='1`,
  `'; drop table access.account; --`,
  `" or ""="`,
  `1; select pg_sleep(5)`,
  '$1',
  '%s%s%s%n',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  `"><img src=x onerror=alert(1)>`,
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\windows\\system.ini',
  'file:///etc/passwd',
  'C:\\boot.ini',
  'a\r\nset-cookie: a=b',
  'a\nb',
  '=cmd|calc!A1',
  '-1',
  '0x7f',
  '1e308',
  'NaN',
  'null',
  'undefined',
  'true',
  '2147483648',
  '99999999999999999999',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\ufffe\uffff',
  '\u202eabc',
  'İıſß',
  'e\u0301'.repeat(50),
  '🏦'.repeat(60),
  '\u{10ffff}',
  '%',
  '\\',
  '_%\\%',
  '^',
  ' ',
  '',
];

const MAX_LONG_CHARS = 120_000;

/** Any text, mostly known bad values. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KNOWN_BAD) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('A', '9', 'é', '%', '"'), fc.integer({ min: 1, max: MAX_LONG_CHARS }))
      .map(([unit, times]) => unit.repeat(times)),
  },
);

/** Any value in place of an expected one. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      1e300,
      [],
      {},
      [[]],
      { toString: 'x', valueOf: 1 },
      Array.from({ length: 5_000 }, (_, at) => at),
    ),
  },
);

/** JSON text that JSON.stringify would not write. */
const oddJsonText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '{"__proto__":{"query":true}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":1,"a":2}',
    '{"limit":1e999}',
    '{"limit":-0}',
    '{"q":"\\u0000"}',
    '{"q":"\\ud800"}',
    '{"after":"AAAA"}',
    '[1,2',
    '{"a":}',
    "{'a':1}",
    '\ufeff{}',
    '// a remark',
    '1',
    '"text"',
  ),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
);

/** A JSON value with one hostile part at any depth, or with a key too many or too few. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return hostileValue;
  const entries = Object.entries(value);
  const rebuild = (changed: readonly [string, unknown][]): unknown =>
    Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
  const withKey = fc
    .tuple(hostileText, hostileValue)
    .map(([key, extra]) => rebuild([...entries, [key, extra]]));
  if (entries.length === 0) return fc.oneof(hostileValue, withKey);
  const at = fc.integer({ min: 0, max: entries.length - 1 });
  const withPart = at.chain((index) =>
    spoiled(entries[index]?.[1]).map((part) =>
      rebuild(entries.map(([key, each], other) => [key, other === index ? part : each])),
    ),
  );
  const withoutPart = at.map((index) => rebuild(entries.filter((_, other) => other !== index)));
  return fc.oneof(
    { weight: 6, arbitrary: withPart },
    { weight: 1, arbitrary: withoutPart },
    { weight: 1, arbitrary: withKey },
    { weight: 1, arbitrary: hostileValue },
  );
}

/** JSON text derived from a valid value. */
export const spoiledJson = (value: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: spoiled(value).map((each) => JSON.stringify(each)) },
    { weight: 1, arbitrary: oddJsonText },
  );

/** A text that is allowed in a header line; other texts are refused before they are sent. */
const headerText = hostileText
  .map((text) => text.slice(0, 2_000))
  .filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text));

/** Headers that the server uses, with invalid values. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'if-match': fc.oneof(fc.constantFrom('"1"', '1', '*', 'W/"1"', '"99999999999"'), headerText),
    'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('', ' ', 'k'.repeat(101)), headerText),
    'user-agent': headerText,
    'x-forwarded-for': headerText,
    accept: headerText,
  },
  { requiredKeys: [] },
);
