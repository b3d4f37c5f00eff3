import { expect, it } from 'vitest';
import { canBePaid, linkProgress } from './link-state.ts';

const of = (state: string, isMailed = true, isOpened = false) => linkProgress({ state, isMailed, isOpened });

it('tells the progress of a payment link', () => {
  expect(linkProgress(undefined)).toBe('none');
  expect([of('new', false), of('open', false), of('refused', false)]).toEqual(['none', 'none', 'none']);
  expect([of('open'), of('open', true, true)]).toEqual(['sent', 'opened']);
  expect([of('paid', true, true), of('paid')]).toEqual(['paid', 'paid']);
  expect([of('expired'), of('cancelled'), of('replaced')]).toEqual(['expired', 'ended', 'ended']);
});

it('can be paid once it is sent, until it ends', () => {
  expect((['none', 'sent', 'opened', 'paid', 'expired', 'ended'] as const).filter(canBePaid)).toEqual([
    'sent',
    'opened',
  ]);
});
