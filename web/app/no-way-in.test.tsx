import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server } from '#web/testing/app.tsx';
import { PATHS } from './paths.ts';

const guardedPaths = Object.entries(PATHS)
  .filter(([, need]) => need !== 'public' && need !== 'signed-in')
  .map(([path]) => path.replace(':id', 'A'));

test('without its right no screen is shown, whatever address is typed, and none is in the menu', async () => {
  server.setAccess({ flags: '' });
  const { navigation } = openApp('/changepassword');
  expect(guardedPaths.length).toBeGreaterThan(30);
  // Every user can sign out, with whatever rights.
  await screen.findByRole('button', { name: 'Log Out' });
  for (const path of guardedPaths) {
    navigation.navigate('/changepassword');
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Change Password'));
    const links = [...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
    expect(links).not.toContain(path);
    navigation.navigate(path);
    await waitFor(() => expect(location.pathname, path).toBe('/'));
  }
});
