import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openApp } from '#web/testing/app.tsx';
import { holdKeys, takeKeys } from '#web/ui/heldKeys.ts';

test('what is typed before the palette has come is typed into it, and runs no key of the page', async () => {
  const { user } = openApp('/changepassword');
  await screen.findByRole('heading', { name: 'Change Password', level: 1 });
  const onPage = vi.fn();
  addEventListener('keydown', onPage);
  await user.keyboard('{Control>}k{/Control}');
  onPage.mockClear();
  await user.keyboard('ax{Backspace}');
  removeEventListener('keydown', onPage);
  expect(onPage).not.toHaveBeenCalled();
  const input = await screen.findByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(input.value).toBe('a'));
  await user.keyboard('p');
  expect(input.value).toBe('ap');
});

test('the second time the palette is there at once, and empty', async () => {
  const { user } = openApp('/changepassword');
  await screen.findByRole('heading', { name: 'Change Password', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await user.keyboard('a{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await user.keyboard('{Control>}k{/Control}b');
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('b');
});

test('a palette that never comes does not keep the keyboard', () => {
  vi.useFakeTimers();
  const onPage = vi.fn();
  addEventListener('keydown', onPage);
  try {
    holdKeys();
    const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a', cancelable: true }));
    press();
    expect(onPage).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    press();
    expect(onPage).toHaveBeenCalledOnce();
    expect(takeKeys()).toBe('');
  } finally {
    removeEventListener('keydown', onPage);
    vi.useRealTimers();
  }
});
