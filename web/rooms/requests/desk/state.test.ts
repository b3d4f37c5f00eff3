import { expect, it } from 'vitest';
import { statusOf } from './state.ts';

it.each([
  [1, 'P', 'PENDING', 'waiting'],
  [0, 'P', 'PENDING (draft)', 'info'],
  [0, 'W', 'Not Available', 'info'],
  [1, 'D', 'DELIVERED', 'done'],
] as const)(
  'of a request whose submitted is %j and status %s the screen says %s',
  (req_submitted, req_status, word, meaning) =>
    expect(statusOf({ req_submitted, req_status })).toEqual({ word, meaning }),
);
