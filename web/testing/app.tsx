import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { routes } from '#web/app/routes.tsx';
import { UiProvider } from '#web/ui/UiProvider.tsx';
import { MemoryServer } from './server.ts';
import { USER } from './user.ts';

/** Runs the application without a browser, with its own routes and a server in memory. */

const SESSION = { session: 'a'.repeat(32), ...USER };

export let server: MemoryServer;

/** A stream that is open and sends nothing. */
const silentStream = () =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });

beforeEach(() => {
  server = new MemoryServer();
  sessionStorage.setItem('bureau.session', JSON.stringify(SESSION));
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { body: string }) =>
    init.body.endsWith('2=watch') ? Promise.resolve(silentStream()) : server.fetch(url, init),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  expect(server.unanswered).toEqual([]);
});

/** Opens the application at an address, like a browser. */
export function openApp(address: string) {
  history.replaceState(null, '', address);
  const router = createBrowserRouter(routes);
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  );
  return { user: userEvent.setup(), router };
}
