import fc from 'fast-check';
import type { ArgsOf, FieldCall, Declaration } from '#contract/define.ts';
import { encodeFields } from '#contract/encode.ts';
import type { Content } from '../calls/sample.ts';
import { bodyOf, FORM, type Body } from '../calls/send.ts';
import { hostileHeaders, hostileText, spoiledJson } from './hostile.ts';

/** One request to try. The body is built when its session is known. */
export interface Input {
  readonly body: (session: string) => Promise<Body>;
  readonly headers: Readonly<Record<string, string>>;
}

type Pair = readonly [name: string, value: string];
type Making = (session: string) => Promise<Body>;

const form = (pairs: readonly Pair[]): Body => ({
  type: FORM,
  bytes: Buffer.from(
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
  ),
});
const numbered = (values: readonly string[]): Pair[] => values.map((value, at) => [String(at + 1), value]);
const indexIn = (all: readonly unknown[]) => fc.integer({ min: 0, max: Math.max(0, all.length - 1) });

/** A corrupted field: inside its JSON if it is JSON, otherwise as a whole. */
function spoiledField(call: FieldCall, at: number, written: string): fc.Arbitrary<string> {
  const lead = (call.session === 'first' ? 1 : 0) + (call.action === '' ? 0 : 1);
  const kind = Object.values(call.args)[at - lead]?.form ?? 'text';
  if (kind !== 'json' && kind !== 'base64 json') return hostileText;
  const isBase64 = kind === 'base64 json';
  const value: unknown = JSON.parse(isBase64 ? Buffer.from(written, 'base64').toString() : written);
  const inside = spoiledJson(value).map((json) => (isBase64 ? Buffer.from(json).toString('base64') : json));
  return fc.oneof({ weight: 4, arbitrary: inside }, { weight: 1, arbitrary: hostileText });
}

/** Fields that are duplicated, missing, too many, out of order or misnamed. */
function misplaced(values: readonly string[]): fc.Arbitrary<readonly Pair[]> {
  const pairs = numbered(values);
  const name = fc.oneof(
    fc.constantFrom('0', '01', '-1', '1.0', '1e0', '99', '__proto__', '1[]', 'length', ''),
    fc.integer({ min: 1, max: 99 }).map(String),
  );
  return fc.oneof(
    indexIn(pairs).map((at) => [...pairs, pairs[at] ?? ['1', '']]),
    indexIn(pairs).map((at) => pairs.filter((_, other) => other !== at)),
    fc.tuple(name, hostileText).map((extra) => [...pairs, extra]),
    fc.integer({ min: 1, max: 3_000 }).map((more) => numbered([...values, ...Array<string>(more).fill('x')])),
    fc.shuffledSubarray(pairs, { minLength: pairs.length }),
    fc
      .tuple(indexIn(pairs), name)
      .map(([at, other]) => pairs.map((pair, index): Pair => (index === at ? [other, pair[1]] : pair))),
  );
}

/** Bodies that are not forms, and forms with another declared type. */
const otherType: fc.Arbitrary<string> = fc.constantFrom(
  'application/json',
  'text/plain',
  'text/xml',
  `${FORM}; charset=utf-16`,
  `${FORM},text/plain`,
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'nonsense',
  '',
);
const brokenText: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '1=%',
      '1=%zz',
      '1=%ff',
      '&&&',
      '=',
      '1',
      '1=a;2=b',
      '1==',
      '1=%00',
      '?1=a',
      '1=%u0041',
      '{"1":"a"}',
    )
    .map((text) => Buffer.from(text)),
  hostileText.map((text) => Buffer.from(text)),
);
const brokenParts: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom('meta', 'file', 'x', ''),
    fc.constantFrom('', '; filename="a.pdf"', '; filename="../a"'),
    hostileText,
  )
  .map(([name, file, text]) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n--b--\r\n`),
  );

function askedBodies(call: FieldCall, content: Extract<Content, { args: object }>): fc.Arbitrary<Making> {
  const values = (session: string): string[] => [
    ...encodeFields(call, content.args as ArgsOf<FieldCall>, session).values(),
  ];
  const valid = values('');
  const spoiled = indexIn(valid).chain((at) =>
    spoiledField(call, at, valid[at] ?? '').map(
      (text): Making =>
        async (session) =>
          form(numbered(values(session).map((each, other) => (other === at ? text : each)))),
    ),
  );
  const moved = misplaced(valid).map(
    (pairs): Making =>
      async (session) =>
        form(
          pairs.map(([name, value]) =>
            name === '1' && call.session === 'first' && value === '' ? [name, session] : [name, value],
          ),
        ),
  );
  return fc.oneof({ weight: 6, arbitrary: spoiled }, { weight: 2, arbitrary: moved });
}

function uploadBodies(
  call: Declaration,
  { meta, file }: Extract<Content, { meta: object }>,
): fc.Arbitrary<Making> {
  const withMeta = spoiledJson(meta).map((json): Making => async (session) => {
    const parts = new FormData();
    // Joined as text, because values nested too deeply cannot be serialised again.
    const known = JSON.stringify({ sid: session, uploadType: call.action }).slice(0, -1);
    parts.append('meta', json.startsWith('{"') ? `${known},${json.slice(1)}` : json);
    if (file !== null) parts.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
    const written = new Response(parts);
    return {
      type: written.headers.get('content-type') ?? '',
      bytes: Buffer.from(await written.arrayBuffer()),
    };
  });
  const withFile = fc.tuple(hostileText, brokenText).map(
    ([name, bytes]): Making =>
      (session) =>
        bodyOf(call, { meta, file: { name: name.toWellFormed(), bytes } }, session),
  );
  return fc.oneof(withMeta, withFile);
}

/** Requests that are almost valid, each wrong in its own way. */
export function inputsFor(call: Declaration, contents: readonly Content[]): fc.Arbitrary<Input> {
  const near = fc
    .constantFrom(...contents)
    .chain((content) =>
      'args' in content ? askedBodies(call as FieldCall, content) : uploadBodies(call, content),
    );
  const valid = fc.constantFrom(...contents).map(
    (content): Making =>
      (session) =>
        bodyOf(call, content, session),
  );
  const otherwise = fc.tuple(near, otherType).map(([make, type]): Making => async (session) => ({
    ...(await make(session)),
    type,
  }));
  const broken = fc
    .tuple(fc.oneof(brokenText, brokenParts), fc.oneof(fc.constant(FORM), otherType))
    .map(([bytes, type]): Making => async () => ({ type, bytes }));
  return fc.record({
    body: fc.oneof(
      { weight: 10, arbitrary: near },
      { weight: 2, arbitrary: valid },
      { weight: 1, arbitrary: otherwise },
      { weight: 2, arbitrary: broken },
    ),
    headers: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
      { weight: 2, arbitrary: hostileHeaders },
    ),
  });
}
