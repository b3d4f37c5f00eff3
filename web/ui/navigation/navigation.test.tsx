import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { navigationOf, Screens, type LazyRoute } from './Screens.tsx';
import { useHeldNavigation } from './useHeldNavigation.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  cleanup();
  stop?.();
});

/** A screen that holds navigations back while its address says so. */
function Page() {
  const { pathname, search } = useLocation();
  const { isHeld, proceed, stay } = useHeldNavigation(
    ({ currentLocation }) => currentLocation.search === '?unsaved',
  );
  const navigate = useNavigate();
  return (
    <>
      <h1>{pathname + search}</h1>
      <Link to="/slow">Slow</Link>
      <button onClick={() => void navigate('/b')}>To b</button>
      {isHeld && (
        <>
          <button onClick={proceed}>Leave</button>
          <button onClick={stay}>Stay</button>
        </>
      )}
    </>
  );
}

function open(address: string, more: LazyRoute[] = []) {
  window.history.replaceState(null, '', address);
  const routes: LazyRoute[] = [...more, { path: '*', load: async () => Page }];
  const navigation = navigationOf(routes);
  stop = navigation.start();
  render(<Screens routes={routes} navigation={navigation} broken={<p>Broken</p>} />);
  return navigation;
}
const shows = (title: string) => waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(title));
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  act(() => button.click());
};
const back = () => act(() => window.history.back());

test('the address and its screen change together, and Back restores both', async () => {
  open('/a?x=1');
  await shows('/a?x=1');
  await press('To b');
  await shows('/b');
  expect(location.pathname).toBe('/b');
  back();
  await shows('/a?x=1');
  expect(location.pathname + location.search).toBe('/a?x=1');
});

test('a link is held back until the user leaves', async () => {
  open('/a?unsaved');
  await press('To b');
  expect(location.pathname).toBe('/a');
  await press('Stay');
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  await press('To b');
  await press('Leave');
  await shows('/b');
});

test('Back is held back too, the address stays, and leaving goes where Back wanted', async () => {
  const navigation = open('/first');
  await shows('/first');
  act(() => navigation.navigate('/second'));
  await shows('/second');
  act(() => navigation.navigate('/a?unsaved'));
  await shows('/a?unsaved');
  act(() => window.history.go(-2));
  await screen.findByRole('button', { name: 'Stay' });
  await waitFor(() => expect(location.pathname).toBe('/a'));
  await press('Stay');
  await shows('/a?unsaved');
  back();
  await press('Leave');
  await shows('/second');
  expect(location.pathname).toBe('/second');
  back();
  await shows('/first');
});

test('a screen that loads slowly gives way to a later navigation', async () => {
  let loaded: (page: ComponentType) => void = () => undefined;
  const slow = new Promise<ComponentType>((resolve) => {
    loaded = resolve;
  });
  open('/a', [{ path: '/slow', load: () => slow }]);
  await shows('/a');
  act(() => screen.getByText('Slow').click());
  expect(location.pathname, 'the address waits for the screen').toBe('/a');
  await press('To b');
  await shows('/b');
  await act(async () => {
    loaded(() => <h1>Slow screen</h1>);
    await slow;
  });
  await shows('/b');
  act(() => screen.getByText('Slow').click());
  await shows('Slow screen');
});

test('a screen that cannot be loaded is told, and is tried again when it is opened again', async () => {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return Page;
  };
  const navigation = open('/a', [{ path: '/far', load }]);
  await shows('/a');
  act(() => navigation.navigate('/far'));
  await screen.findByText('Broken');
  expect(location.pathname).toBe('/far');
  act(() => navigation.navigate('/a'));
  await shows('/a');
  act(() => navigation.navigate('/far'));
  await shows('/far');
});

test('a screen that fails is told until the address changes', async () => {
  const Failing = () => {
    throw new Error('a fault of the screen');
  };
  const told = console.error;
  console.error = () => undefined;
  try {
    const navigation = open('/a', [{ path: '/failing', load: async () => Failing }]);
    await shows('/a');
    act(() => navigation.navigate('/failing'));
    await screen.findByText('Broken');
    act(() => navigation.navigate('/a'));
    await shows('/a');
  } finally {
    console.error = told;
  }
});
