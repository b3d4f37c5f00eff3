import { expect, test } from 'vitest';
import { CONTRACT } from './all.ts';
import { callName } from './define.ts';

/** Calls that need no session. Before you add one here, consider how a stranger could use it. */

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

test('the calls open to a user who must change the password first', () =>
  expect(named(({ openDuringPasswordChange }) => openDuringPasswordChange === true)).toEqual([
    'home.watch',
    'login.logout',
    'user.chngpass',
  ]));
