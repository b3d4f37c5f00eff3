import { FORM } from '#tools/testing/calls/send.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import type { HostileBody } from './item.ts';

/** Calls with fields that attack parsers, size limits or regular expressions. */
const LONG = 60_000;

/** For each kind of field, the text that makes a careless expression or parser work longest. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'an e-mail address of dots': `a@${'.'.repeat(LONG)}`,
  'an e-mail address of signs': `${'a@'.repeat(LONG / 2)}.`,
  'a PAN of letters': `${'A'.repeat(LONG)}0000A`,
  'a telephone number of digits': `+${'9'.repeat(LONG)}x`,
  'an amount of zeros': `${'0'.repeat(LONG)}.`,
  'an amount of fractions': `0.${'0'.repeat(LONG)}1x`,
  'an amount of commas': `${'1,'.repeat(LONG / 2)}x`,
  'an amount with an exponent': '1e999999999',
  'a date of digits': `${'1'.repeat(LONG)}/`,
  'a name of spaces': `${' '.repeat(LONG)}x`,
  'a name of marks': 'e\u0301'.repeat(LONG / 2),
  'a text of open tags': '<'.repeat(LONG),
  'a text of line ends': '\r\n'.repeat(LONG / 2),
  'a text of halves': '\ud83d'.repeat(LONG),
};

const form = (
  name: string,
  endpoint: string,
  fields: (session: string) => readonly string[],
): HostileBody => ({
  name,
  endpoint,
  type: FORM,
  make: (session) => fieldsBody(fields(session)),
});

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const wide = (length: number) => `{"lines":[${'0,'.repeat(length)}0]}`;
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1])));

const multipart = (name: string, head: (session: string) => string, tail = ''): HostileBody => ({
  name,
  endpoint: 'upload_a.php',
  type: 'multipart/form-data; boundary=edge',
  make: (session) => `--edge\r\n${head(session)}${tail}\r\n--edge--\r\n`,
});
const META = 'content-disposition: form-data; name="meta"\r\n\r\n';

export const HOSTILE_BODIES: readonly HostileBody[] = [
  ...Object.entries(HOSTILE_TEXTS).map(([name, text]) =>
    form(`${name}, to sign in`, 'login_a.php', () => ['validate', text, text, 'WEB']),
  ),
  form('JSON nested half a million deep', 'user_a.php', (session) => [
    session,
    'save',
    '0',
    nested(499_000, '[', ']'),
  ]),
  form('JSON of objects nested deep', 'user_a.php', (session) => [
    session,
    'save',
    '0',
    nested(160_000, '{"a":', '}'),
  ]),
  form('JSON of half a million values', 'entity_a.php', (session) => [session, 'save', '0', wide(490_000)]),
  form('JSON of 80,000 keys', 'newfxrequest_a.php', (session) => [session, 'save', '0', keys(80_000)]),
  form('80,000 keys in base64', 'right_a.php', (session) => [
    session,
    'allrightquery',
    Buffer.from(keys(50_000)).toString('base64'),
  ]),
  form('deep JSON in base64', 'right_a.php', (session) => [
    session,
    'allrightquery',
    Buffer.from(nested(300_000, '[', ']')).toString('base64'),
  ]),
  form('a field of a million letters', 'country_a.php', (session) => [
    session,
    'detail',
    'x'.repeat(1_000_000),
  ]),
  form('a search of regular expressions', 'country_a.php', (session) => [
    session,
    'query',
    JSON.stringify({ q: `${'(a+)+'.repeat(15)}$` }),
  ]),
  {
    name: 'a field of two million escapes',
    endpoint: 'login_a.php',
    type: FORM,
    make: () => `1=validate&2=${'%41'.repeat(690_000)}`,
  },
  { name: 'a body of ampersands', endpoint: 'login_a.php', type: FORM, make: () => '&'.repeat(2_000_000) },
  {
    name: 'a body of equals signs',
    endpoint: 'login_a.php',
    type: FORM,
    make: () => `1${'='.repeat(2_000_000)}`,
  },
  {
    name: 'a broken escape after two million letters',
    endpoint: 'login_a.php',
    type: FORM,
    make: () => `1=${'a'.repeat(2_000_000)}%`,
  },
  multipart(
    'an upload with a deep meta',
    (session) => `${META}{"sid":"${session}","uploadType":"KYC","a":${nested(40_000, '[', ']')}}`,
  ),
  multipart(
    'an upload with a long header',
    () => `content-disposition: form-data; name="${'a'.repeat(60_000)}"\r\n\r\nx`,
  ),
  multipart('an upload of a million edges', () => META, '\r\n--edg'.repeat(300_000)),
  multipart('an upload of line ends', () => META, '\r\n'.repeat(1_000_000)),
  multipart('an upload of many parts', () => META, `\r\n--edge\r\n${META}x`.repeat(10_000)),
  multipart('an upload of headers', () => 'a: b\r\n'.repeat(100_000)),
  multipart(
    'a name of escapes',
    (session) =>
      `${META}${JSON.stringify({ sid: session, uploadType: 'COMPANYLOGO' })}\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''${'%E0%A4'.repeat(1_500)}.png\r\n\r\nx`,
  ),
];
