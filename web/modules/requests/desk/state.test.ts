import { expect, it } from 'vitest';
import { statusOf } from './state.ts';

it.each([
  ['001 §4', 1, 'P', 'PENDING', 'waiting', false],
  ['001 §4', 0, 'P', 'PENDING', 'info', true],
  ['001 §4', 0, 'W', 'Not Available', 'info', false],
  ['001 §4', 1, 'D', 'DELIVERED', 'done', false],
] as const)(
  '%s: with submitted %j and status %s the screen shows %s',
  (_, req_submitted, req_status, word, meaning, isDraft) =>
    expect(statusOf({ req_submitted, req_status })).toEqual({ word, meaning, isDraft }),
);
