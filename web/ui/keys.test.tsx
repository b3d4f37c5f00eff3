import { useLayoutEffect } from 'react';
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useKeys } from './keys.ts';

it('the keys of a page work when it is painted for the first time', () => {
  const run = vi.fn();
  const early = vi.fn();
  function Screen() {
    useKeys([{ keys: 'p', does: 'Print', run }]);
    return null;
  }
  // A layout effect is the last moment before the browser paints.
  function Page() {
    useLayoutEffect(() => {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }));
      early(run.mock.calls.length);
    }, []);
    return <Screen />;
  }
  const { unmount } = render(<Page />);
  expect(early).toHaveBeenCalledExactlyOnceWith(1);
  unmount();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }));
  expect(run).toHaveBeenCalledTimes(1);
});
