import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { UiProvider } from '../UiProvider.tsx';
import type { FaceCounts } from './counts.ts';
import { FaceRows } from './FaceRows.tsx';

afterEach(cleanup);

const field = (face: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Notes of GBP ${face}` });
const row = (face: string) => field(face).closest('tr')?.textContent ?? '';
const foot = () => screen.getByRole('table').querySelector('tfoot')?.textContent;

function open(onEnd: () => void = () => undefined) {
  function Count() {
    const [value, setValue] = useState<FaceCounts>({});
    return (
      <FaceRows
        id="count"
        isd="GBP"
        faces={['50', '20', '0.5']}
        value={value}
        maxDigits={3}
        onChange={setValue}
        onEnd={onEnd}
      />
    );
  }
  render(
    <UiProvider>
      <Count />
    </UiProvider>,
  );
  return userEvent.setup();
}

test('Enter goes from face to face and leaves the last one; totals follow every key', async () => {
  let ends = 0;
  const user = open(() => {
    ends += 1;
  });
  field('50').focus();
  await user.keyboard('41{Enter}');
  expect(document.activeElement).toBe(field('20'));
  expect(row('50')).toContain('2,050.00');
  await user.keyboard('38{Enter}3{Enter}');
  expect(ends).toBe(1);
  expect(row('0.5')).toContain('1.50');
  expect(foot()).toBe('82 notes2,811.50');
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(field('20'));
});

test('only digits are taken, as many as are allowed', async () => {
  const user = open();
  field('20').focus();
  await user.keyboard('1a2.-345');
  expect(field('20').value).toBe('123');
});

test('the buttons beside a face count up, down to nothing, and clear it', async () => {
  const user = open();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('One less of GBP 50');
  expect(field('50').value).toBe('');
  await press('One more of GBP 50');
  await press('One more of GBP 50');
  expect(field('50').value).toBe('2');
  await press('One less of GBP 50');
  await press('One less of GBP 50');
  expect(field('50').value).toBe('');
  await press('One more of GBP 50');
  await press('Clear GBP 50');
  expect(foot()).toBe('0 notes0.00');
});

test('a count that can only be looked at has no field and no button', () => {
  render(
    <UiProvider>
      <FaceRows id="count" isd="GBP" faces={['50']} value={{ 50: '4' }} maxDigits={3} />
    </UiProvider>,
  );
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(foot()).toBe('4 notes200.00');
});
