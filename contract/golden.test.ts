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
    'cashfree.payee',
    'cashfree.paymentverify',
    'franchise.contacts',
    'franchise.pendingdoc',
    'franchise.removedoc',
    'licrenewaldoc.uploadlicense',
    'login.provider',
    'login.reset',
    'login.resetfinish',
    'login.validate',
    'ratecard.latestratecard.open',
    'ratecard.watchdisplay',
    'ratecardbatch',
  ]));

/** Second factors come before the change of password. */
const FACTOR_CALLS = [
  'factor.codes',
  'factor.passkeyadd',
  'factor.passkeyask',
  'factor.passkeybegin',
  'factor.passkeyname',
  'factor.passkeyremove',
  'factor.passkeyverify',
  'factor.password',
  'factor.provider',
  'factor.state',
  'factor.totpbegin',
  'factor.totpfinish',
  'factor.totpremove',
  'factor.verify',
];

test('the calls open to a user who must change the password first', () =>
  expect(named(({ openDuringPasswordChange }) => openDuringPasswordChange === true)).toEqual([
    ...FACTOR_CALLS,
    'home.watch',
    'login.logout',
    'user.chngpass',
  ]));

const openBefore = (due: 'verify' | 'enrol') =>
  named(({ openBeforeFactor }) => openBeforeFactor?.includes(due) === true);

test('the calls open to a session that must confirm its second factor first; none of them adds a factor', () =>
  expect(openBefore('verify')).toEqual([
    'factor.passkeyask',
    'factor.passkeyverify',
    'factor.state',
    'factor.verify',
    'login.logout',
  ]));

test('the calls open to a session that must set up a second factor first', () =>
  expect(openBefore('enrol')).toEqual([
    'factor.passkeyadd',
    'factor.passkeybegin',
    'factor.password',
    'factor.provider',
    'factor.state',
    'factor.totpbegin',
    'factor.totpfinish',
    'login.logout',
  ]));

test('the calls that need a fresh second factor, or the password, whatever the settings are', () =>
  expect(named(({ stepUp }) => stepUp?.kind === 'factors' || stepUp?.always === true)).toEqual([
    'factor.codes',
    'factor.endsessions',
    'factor.passkeyadd',
    'factor.passkeybegin',
    'factor.passkeyremove',
    'factor.totpbegin',
    'factor.totpfinish',
    'factor.totpremove',
    'proposal.decideusers',
    'user.resetfactors',
    'user.unlinkprovider',
  ]));
