import { describe, expect, it } from 'vitest';
import { makeSubmission } from './call.ts';
import { fileNameOf } from './download.ts';
import { makeEventReader, pauseBefore } from './listen.ts';
import { makeFileSubmissions } from './upload.ts';

describe('makeEventReader', () => {
  it('gives the data of whole events, however the text is cut', () => {
    const got: string[] = [];
    const events = makeEventReader((data) => got.push(data));
    for (const piece of [': open\n\nda', 'ta: {"kind":"rig', 'hts"}\n', '\n: quiet\n\ndata: 2\n\ndata: 3'])
      events.push(piece);
    expect(got).toEqual(['{"kind":"rights"}', '2']);
  });
});

describe('pauseBefore', () => {
  it('doubles up to half a minute, and never falls below half of it', () => {
    expect(pauseBefore(1, 1)).toBe(1_000);
    expect(pauseBefore(2, 1)).toBe(2_000);
    expect(pauseBefore(20, 1)).toBe(30_000);
    expect(pauseBefore(20, 0)).toBe(15_000);
  });
});

describe('makeSubmission', () => {
  it('keeps one key for one content until it is done', () => {
    const submission = makeSubmission();
    const first = submission.keyFor({ name: 'India' });
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(submission.keyFor({ name: 'India' })).toBe(first);
    expect(submission.keyFor({ name: 'Nepal' })).not.toBe(first);
    const again = submission.keyFor({ name: 'India' });
    submission.done();
    expect(submission.keyFor({ name: 'India' })).not.toBe(again);
  });
});

describe('makeFileSubmissions', () => {
  it('keeps one key for one file and its fields until it is done, whatever is sent between', () => {
    const submissions = makeFileSubmissions();
    const [passport, visa] = [new File(['x'], 'a.pdf'), new File(['x'], 'a.pdf')];
    const first = submissions.keyFor(passport, { docid: 1 });
    expect(submissions.keyFor(visa, { docid: 1 })).not.toBe(first);
    expect(submissions.keyFor(passport, { docid: 1 })).toBe(first);
    const other = submissions.keyFor(passport, { docid: 2 });
    expect(other).not.toBe(first);
    submissions.done(passport);
    expect(submissions.keyFor(passport, { docid: 2 })).not.toBe(other);
  });
});

describe('fileNameOf', () => {
  it('prefers the name that can hold every letter', () => {
    expect(fileNameOf(`attachment; filename="l_nder.xlsx"; filename*=UTF-8''l%C3%A4nder.xlsx`)).toBe(
      'länder.xlsx',
    );
    expect(fileNameOf('attachment; filename="countries.xlsx"')).toBe('countries.xlsx');
    expect(fileNameOf(null)).toBe('download');
  });
});
