import { expect, it } from 'vitest';
import { isEmail } from './email.ts';

it.each(['a@b.c', 'a.b@c.d.e', 'a@b..c', 'a@..c', 'नाम@उदाहरण.भारत', `${'x'.repeat(60)}@example.in`])(
  '%s is an address',
  (text) => expect(isEmail(text)).toBe(true),
);

it.each(['', 'a', '@b.c', 'a@', 'a@b', 'a@.c', 'a@b.', 'a@@b.c', 'a b@c.d', 'a@b.c d', 'a@b.c\n'])(
  '%j is not an address',
  (text) => expect(isEmail(text)).toBe(false),
);

it('checks two million dots without backtracking', () => {
  expect(isEmail(`a@${'.'.repeat(2_000_000)} `)).toBe(false);
  expect(isEmail(`${'a@'.repeat(1_000_000)} `)).toBe(false);
});
