import { describe, expect, it } from 'vitest';
import { makeSubmission } from './call.ts';
import { fileNameOf } from './download.ts';
import { makeEventReader, pauseBefore } from './listen.ts';
import { failureOf } from './post.ts';
import { CallError, isPassing, NetworkError } from './problems.ts';
import { makeFileSubmissions } from './upload.ts';

describe('makeEventReader', () => {
  it('returns the data of complete events, wherever the text is split', () => {
    const got: string[] = [];
    const events = makeEventReader((data) => got.push(data));
    for (const piece of [': open\n\nda', 'ta: {"kind":"rig', 'hts"}\n', '\n: quiet\n\ndata: 2\n\ndata: 3'])
      events.push(piece);
    expect(got).toEqual(['{"kind":"rights"}', '2']);
  });
});

describe('pauseBefore', () => {
  it('doubles up to half a minute and never falls below half of the pause', () => {
    expect(pauseBefore(1, 1)).toBe(1_000);
    expect(pauseBefore(2, 1)).toBe(2_000);
    expect(pauseBefore(20, 1)).toBe(30_000);
    expect(pauseBefore(20, 0)).toBe(15_000);
  });
});

describe('makeSubmission', () => {
  it('keeps one key for one content until it is submitted', () => {
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
  it('keeps one key for one file and its fields until it is uploaded, whatever is sent in between', () => {
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
  it('prefers the name in UTF-8', () => {
    expect(fileNameOf(`attachment; filename="l_nder.xlsx"; filename*=UTF-8''l%C3%A4nder.xlsx`)).toBe(
      'länder.xlsx',
    );
    expect(fileNameOf('attachment; filename="countries.xlsx"')).toBe('countries.xlsx');
    expect(fileNameOf(null)).toBe('download');
  });
});

describe('failureOf', () => {
  const away = (outcome: string) => failureOf(503, JSON.stringify({ err: 'Lost.', outcome }), null);

  it('treats an outcome that the server does not know like a lost reply', () => {
    const failure = away('unknown');
    expect(failure).toBeInstanceOf(NetworkError);
    expect(failure.message).toBe('Lost.');
  });

  it('treats an unavailable database as a temporary failure without any effect', () => {
    const failure = away('nothing');
    expect(failure).not.toBeInstanceOf(NetworkError);
    expect([failure.status, failure.message, isPassing(failure)]).toEqual([503, 'Lost.', true]);
    expect(failure).toBeInstanceOf(CallError);
  });
});
