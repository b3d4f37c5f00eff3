import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

it('ends only the oldest slot of an owner with too many', () => {
  const slots = new Slots();
  const ended: string[] = [];
  const take = (name: string, owner: string) => slots.take([{ owner, most: 2 }], () => void ended.push(name));
  take('a1', 'a');
  take('b1', 'b');
  take('a2', 'a');
  take('a3', 'a');
  expect([ended, slots.countOf('a'), slots.countOf('b')]).toEqual([['a1'], 2, 1]);
});

it('counts against every limit, and a released slot counts nowhere', () => {
  const slots = new Slots();
  const ended: string[] = [];
  const take = (name: string, session: string) =>
    slots.take(
      [
        { owner: session, most: 2 },
        { owner: 'user', most: 3 },
      ],
      () => void ended.push(name),
    );
  const giveBack = take('1', 'x');
  take('2', 'x');
  giveBack();
  giveBack();
  take('3', 'x');
  take('4', 'y');
  expect([ended, slots.countOf('user')]).toEqual([[], 3]);
  take('5', 'y');
  expect([ended, slots.countOf('x'), slots.countOf('y'), slots.countOf('user')]).toEqual([['2'], 1, 2, 3]);
});
