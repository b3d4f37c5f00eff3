import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { Broken } from '#web/app/Broken.tsx';
import { routes } from '#web/app/routes.tsx';
import { navigationOf, Screens } from '#web/ui/navigation/Screens.tsx';
import { UiProvider } from '#web/ui/UiProvider.tsx';
import { MemoryServer } from './server.ts';
import { USER } from './user.ts';

/** Runs the application without a browser, with its own routes and a server in memory. */

const SESSION = { session: 'a'.repeat(32), ...USER };

let stop: (() => void) | undefined;

export let server: MemoryServer;

/** A stream that is open and sends nothing. */
const silentStream = () =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });

beforeEach(() => {
  server = new MemoryServer();
  sessionStorage.setItem('bureau.session', JSON.stringify(SESSION));
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { body: string }) => {
    // Asks whether the server can be reached.
    if (init.method === 'HEAD') return Promise.resolve(new Response());
    return init.body.endsWith('2=watch') ? Promise.resolve(silentStream()) : server.fetch(url, init);
  });
});

afterEach(() => {
  cleanup();
  stop?.();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  expect(server.unanswered).toEqual([]);
});

/** Opens the application at an address, like a browser. */
export function openApp(address: string) {
  history.replaceState(null, '', address);
  const navigation = navigationOf(routes);
  stop = navigation.start();
  render(
    <UiProvider>
      <Screens routes={routes} navigation={navigation} broken={<Broken />} />
    </UiProvider>,
  );
  return { user: userEvent.setup(), navigation };
}
