import { expect, test } from 'vitest';
import { CONTRACT } from './all.ts';
import { callName } from './define.ts';

/** The doors without a lock. A call joins a list by hand, by someone who has thought about a stranger using it. */

const named = (wanted: (call: (typeof CONTRACT)[number]['declared']) => boolean): string[] =>
  CONTRACT.filter(({ declared }) => wanted(declared))
    .map(({ declared }) => callName(declared))
    .sort();

test('the calls open to everyone', () =>
  expect(named(({ session, right }) => session === 'none' || right === 'public')).toEqual([
    'cashfree.paymentverify',
    'login.reset',
    'login.resetfinish',
    'login.validate',
    'ratecard.latestratecard.open',
    'ratecard.watchdisplay',
    'ratecardbatch',
  ]));

test('the calls open to who must first change the password', () =>
  expect(named(({ openDuringPasswordChange }) => openDuringPasswordChange === true)).toEqual([
    'home.watch',
    'login.logout',
    'user.chngpass',
  ]));
