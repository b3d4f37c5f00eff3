import { describe, expect, test } from 'vitest';
import type { RightKey, Rights } from '../rights.ts';
import {
  canDeliver,
  canHandOver,
  canSchedule,
  canUndo,
  delivererOf,
  type DeliveryState,
  type Deliverer,
} from './steps.ts';

const SALE: DeliveryState = {
  type: 'SP',
  handover: 'DEL',
  status: 'S',
  approved: true,
  withdrawn: false,
  deliveryExecutive: 7,
  noteLines: 2,
  onTheRoad: [7, 7],
};
const PURCHASE: DeliveryState = { ...SALE, type: 'PP', onTheRoad: [] };
const may = (...keys: RightKey[]): Rights =>
  Object.fromEntries(keys.map((key) => [key, { query: true, add: true, edit: true }]));
const executive: Deliverer = { employee: 7, rights: may('HANDOVER') };
const keeper: Deliverer = { employee: null, rights: may('HANDOVER', 'VAULTSTOCK', 'CNOUT') };

describe('delivering', () => {
  test('is allowed for the executive who holds all the notes, and for the keeper of the vault', () => {
    expect(canDeliver(SALE, executive)).toEqual({ ok: true });
    expect(canDeliver(SALE, keeper)).toEqual({ ok: true });
    expect(canDeliver(SALE, { ...executive, employee: 8 })).toEqual({
      ok: false,
      why: 'Only the executive who holds its notes can confirm.',
    });
  });

  test.each<[Partial<DeliveryState>, string]>([
    [{ withdrawn: true }, 'The request has been withdrawn.'],
    [{ approved: false }, 'The request is not approved at every step.'],
    [{ handover: 'IN' }, 'The request is handed over in the branch.'],
    [{ status: 'D' }, 'The request is delivered already.'],
    [{ onTheRoad: [7] }, 'Not all its notes have gone out.'],
    [{ onTheRoad: [7, null] }, 'Some of its notes are in transit and not accepted yet.'],
    [{ onTheRoad: [7, 8] }, 'Its notes are with several executives; one must have them all.'],
  ])('a sale with %o: %s', (given, why) => {
    expect(canDeliver({ ...SALE, ...given }, keeper)).toEqual({ ok: false, why });
  });

  test('a purchase is collected by its delivery executive, once it is planned', () => {
    expect(canDeliver(PURCHASE, executive)).toEqual({ ok: true });
    expect(canDeliver({ ...PURCHASE, status: 'P' }, executive)).toMatchObject({ ok: false });
    expect(canDeliver({ ...PURCHASE, deliveryExecutive: null }, keeper)).toEqual({
      ok: false,
      why: 'The request names no delivery executive.',
    });
    expect(delivererOf({ ...PURCHASE, deliveryExecutive: 9 })).toBe(9);
  });

  test('without the right every step is refused', () => {
    for (const rule of [canSchedule, canDeliver, canHandOver, canUndo])
      expect(rule(SALE, { employee: 7, rights: {} })).toEqual({
        ok: false,
        why: 'You do not have the right for this step.',
      });
  });
});

test('only a delivery that moves no notes at first is planned by hand', () => {
  expect(canSchedule({ ...PURCHASE, status: 'P' }, keeper)).toEqual({ ok: true });
  expect(canSchedule({ ...SALE, status: 'P', noteLines: 0 }, keeper)).toEqual({ ok: true });
  expect(canSchedule({ ...SALE, status: 'P' }, keeper)).toMatchObject({ ok: false });
  expect(canSchedule(PURCHASE, keeper)).toEqual({ ok: false, why: 'The delivery is planned already.' });
});

test('a hand-over in the branch uses notes from the vault, so no notes may be out', () => {
  const inBranch: DeliveryState = { ...SALE, handover: 'IN', status: 'P', onTheRoad: [] };
  expect(canHandOver(inBranch, executive)).toEqual({ ok: true });
  expect(canHandOver({ ...inBranch, onTheRoad: [7] }, executive)).toMatchObject({ ok: false });
  expect(canHandOver({ ...inBranch, status: 'H' }, executive)).toMatchObject({ ok: false });
});

test('a step can be undone while the notes are where the step left them', () => {
  expect(canUndo({ ...SALE, status: 'D', onTheRoad: [] }, keeper)).toEqual({ ok: true });
  expect(canUndo({ ...PURCHASE, status: 'D', onTheRoad: [7, 7] }, keeper)).toEqual({ ok: true });
  expect(canUndo({ ...PURCHASE, status: 'D', onTheRoad: [7] }, keeper)).toMatchObject({ ok: false });
  expect(canUndo(SALE, keeper)).toEqual({
    ok: false,
    why: 'Its notes are out; move them back to the vault instead.',
  });
  expect(canUndo({ ...SALE, status: 'P', onTheRoad: [] }, keeper)).toMatchObject({ ok: false });
});
