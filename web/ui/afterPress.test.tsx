import { fireEvent } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { afterPress } from './afterPress.ts';

it('runs at once, or after the click of a press that is under way', async () => {
  const steps: string[] = [];
  afterPress(() => steps.push('at once'));
  expect(steps).toEqual(['at once']);

  document.body.addEventListener('click', () => steps.push('click'));
  fireEvent.pointerDown(document.body);
  afterPress(() => steps.push('after the press'));
  expect(steps).toEqual(['at once']);
  fireEvent.pointerUp(document.body);
  fireEvent.click(document.body);
  await vi.waitFor(() => expect(steps).toEqual(['at once', 'click', 'after the press']), { timeout: 40_000 });
  afterPress(() => steps.push('at once again'));
  expect(steps.at(-1)).toBe('at once again');
});
