import { expect, test } from 'vitest';
import { RefusedError, SessionEndedError, UploadFailedError } from '#web/wire/problems.ts';
import { sendOneByOne } from './sendOneByOne.ts';

const FAILED = new UploadFailedError(502);
const REFUSED = new RefusedError('The file is damaged or is not what its name says.');
const ENDED = new SessionEndedError();
const GIVEN_UP = new DOMException('The upload was given up.', 'AbortError');

test.each<[string, string, Record<string, Error>, string[], string[], Error | null]>([
  ['001 §2', 'all arrive', {}, ['a', 'b', 'c'], [], null],
  ['001 §2', 'a failed one stays and the others arrive', { b: FAILED }, ['a', 'b', 'c'], ['b'], null],
  ['001 §2', 'a refused one stays as well', { a: REFUSED, c: FAILED }, ['a', 'b', 'c'], ['a', 'c'], null],
  ['001 §2', 'it stops where the user gives up', { b: GIVEN_UP }, ['a', 'b'], [], GIVEN_UP],
  ['001 §2', 'it stops where the session ends', { a: ENDED }, ['a'], [], ENDED],
])('%s: %s', async (_, __, errors, tried, left, thrown) => {
  const sent: string[] = [];
  const send = (document: string) => {
    sent.push(document);
    const error = errors[document];
    return error === undefined ? Promise.resolve() : Promise.reject(error);
  };
  const sending = sendOneByOne(['a', 'b', 'c'], send);
  if (thrown === null) expect((await sending).map(({ document }) => document)).toEqual(left);
  else await expect(sending).rejects.toBe(thrown);
  expect(sent).toEqual(tried);
});
