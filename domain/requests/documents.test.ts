import { expect, test } from 'vitest';
import { documentRefusal, MAX_UPLOAD_BYTES } from '../files.ts';
import { canPrint, kindRefusal } from './documents.ts';

const file = (name = 'passport.pdf', size = 1_000) => ({ name, size });

test.each<[string, Parameters<typeof documentRefusal>[0], string | null]>([
  ['no kind', { kind: '', file: file() }, 'Please fill document name.'],
  ['kind "0"', { kind: '0', file: file() }, 'Please fill document name.'],
  [
    'no kind comes before everything else',
    { kind: '', file: file('a.b.pdf', MAX_UPLOAD_BYTES + 1) },
    'Please fill document name.',
  ],
  ['two dots', { kind: '1', file: file('a.b.pdf') }, '(.) not allowed in file name.'],
  ['no dot, which the server refuses by its type', { kind: '1', file: file('passport') }, null],
  [
    'dots come before the size',
    { kind: '1', file: file('a.b.pdf', MAX_UPLOAD_BYTES + 1) },
    '(.) not allowed in file name.',
  ],
  ['no file', { kind: '1', file: null }, 'Please select a file to upload.'],
  ['an empty file', { kind: '1', file: file('a.pdf', 0) }, 'Please select a file to upload.'],
  [
    'a byte too many',
    { kind: '1', file: file('a.pdf', 10_485_761) },
    'Please select a file with in 10 MB size.',
  ],
  ['exactly 10 MB', { kind: '14', file: file('a.pdf', 10_485_760) }, null],
])('%s', (_, document, refusal) => {
  expect(documentRefusal(document, kindRefusal)).toBe(refusal);
});

test('a kind is refused as a number as well', () => {
  expect(kindRefusal(0)).toBe('Please fill document name.');
  expect(kindRefusal(1)).toBeNull();
});

test('only submitted requests have papers, and only purchases have certificates', () => {
  const draft = { ok: false, why: 'The request is not submitted, so there is no paper of it yet.' };
  expect(canPrint('memo', { submitted: false, type: 'SP' })).toEqual(draft);
  expect(canPrint('encashment', { submitted: false, type: '' })).toEqual(draft);
  for (const type of ['SP', 'SB', 'PP', 'PB'] as const) {
    expect(canPrint('memo', { submitted: true, type }).ok).toBe(true);
    expect(canPrint('encashment', { submitted: true, type }).ok).toBe(type.startsWith('P'));
  }
});
