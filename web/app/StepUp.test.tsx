import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  beginTotp,
  confirmFactor,
  confirmPassword,
  confirmProvider,
  factorState,
  newRecoveryCodes,
  type FactorState,
} from '#contract/access/factors.ts';
import { ownSessions } from '#contract/access/own-sessions.ts';
import { ownAccess } from '#contract/access/session.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { needsFactor } from '#web/testing/server.ts';

const STATE: FactorState = {
  due: 'none',
  isRequired: false,
  hasTotp: true,
  canTotp: true,
  codes: 3,
  passkeys: [],
};
const CODES = ['AAAA-BBBB', 'CCCC-DDDD'];

let isConfirmed: boolean;

beforeEach(() => {
  isConfirmed = false;
  server.on(factorState).answer(() => STATE);
  server.on(ownSessions).answer(() => ({ sessions: [] }));
  server.on(confirmFactor).answer(({ code }) => {
    isConfirmed = code === '123456';
    return { err: '', msg: isConfirmed ? '' : 'This code is not right.', done: isConfirmed };
  });
  server
    .on(newRecoveryCodes)
    .answer(() => (isConfirmed ? { err: '', msg: '', done: true, codes: CODES } : needsFactor('confirm')));
});

async function askForCodes() {
  const { user } = openApp('/signin-security');
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await user.click((await screen.findAllByRole('button', { name: 'Make new codes' })).at(-1) as HTMLElement);
  await screen.findByText('Confirm with your second factor');
  return user;
}

test('a call that needs a second factor is repeated once, after the user has given it', async () => {
  const user = await askForCodes();
  await user.type(await screen.findByRole('textbox', { name: /^Code/ }), '000000{Enter}');
  await screen.findByText('This code is not right.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  const field = screen.getByRole('textbox', { name: /^Code/ });
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  await screen.findByText('CCCC-DDDD');
  expect(server.countOf(newRecoveryCodes)).toBe(2);
});

test('a call whose second factor is not given is not repeated, and its refusal is shown', async () => {
  const user = await askForCodes();
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await screen.findByText('Please confirm this.');
  expect(server.countOf(newRecoveryCodes)).toBe(1);
});

test('a first factor asks for the password, also directly after the sign-in, and goes on by itself', async () => {
  server
    .on(factorState)
    .answer(() => ({ ...STATE, hasTotp: false, codes: 0, due: 'enrol', isRequired: true }));
  server.on(ownAccess).answer(() => needsFactor('enrol'));
  server.on(confirmPassword).answer(({ password }) => {
    isConfirmed = password === 'Monsoon2026';
    return { err: '', msg: '', done: true };
  });
  server
    .on(beginTotp)
    .answer(() =>
      isConfirmed
        ? { err: '', msg: '', done: true, secret: 'ABCDEFGH', uri: 'otpauth://totp/x' }
        : needsFactor('password'),
    );
  const { user } = openApp('/signin-security');
  await user.click(await screen.findByRole('button', { name: 'Set up the app' }));
  await user.type(await screen.findByLabelText(/^Password/), 'Monsoon2026{Enter}');
  await screen.findByRole('dialog', { name: 'Set up the authenticator app' });
  expect(server.countOf(beginTotp)).toBe(2);
});

test('a user of the identity provider is led there, and back to where they were asked', async () => {
  const meta = document.createElement('meta');
  meta.name = 'sign-in-provider';
  meta.content = 'Example & Sons';
  document.head.append(meta);
  server.on(newRecoveryCodes).answer(() => needsFactor('provider'));
  server.on(confirmProvider).answer(() => ({ err: '', msg: '', done: true }));
  try {
    const { user } = openApp('/signin-security');
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await user.click(
      (await screen.findAllByRole('button', { name: 'Make new codes' })).at(-1) as HTMLElement,
    );
    const link = await screen.findByRole('link', { name: 'Confirm with Example & Sons' });
    expect(link.getAttribute('href')).toBe('/sso/confirm');
    await screen.findByText('Or enter your password here, if you have one.');
  } finally {
    meta.remove();
  }
});

test('the way back from the identity provider confirms the session, or says why not', async () => {
  server.on(confirmProvider).answer(() => ({ err: '', msg: '', done: true }));
  openApp('/signin-security#confirm');
  await screen.findByText('You have confirmed who you are. Please go on.');
  expect(location.hash).toBe('');
  expect(server.countOf(confirmProvider)).toBe(1);
});

test('a refusal of the identity provider is said in words', async () => {
  openApp('/signin-security#confirm=cancelled');
  await screen.findByText('The sign-in was cancelled.');
  expect(server.countOf(confirmProvider)).toBe(0);
});

test('a session that needs a second factor first shows nothing else', async () => {
  server.on(factorState).answer(() => ({ ...STATE, due: 'verify' }));
  server.on(ownAccess).answer(() => needsFactor('verify'));
  openApp('/changepassword');
  await screen.findByRole('heading', { name: 'Confirm your sign-in' });
  expect(location.pathname).toBe('/signin-security');
  expect(screen.queryByRole('navigation')).toBeNull();
});
