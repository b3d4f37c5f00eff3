import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { enterGoesOn } from './enterGoesOn.ts';
import { SelectField } from './SelectField.tsx';
import { StatusPick } from './StatusPick.tsx';
import { UiProvider } from './UiProvider.tsx';

afterEach(cleanup);

const STATES = ['Goa', 'Maharashtra', 'Meghalaya'].map((label) => ({ value: label.slice(0, 2), label }));

function Form({ onChosen, choices }: { onChosen: (value: string | null) => void; choices: typeof STATES }) {
  const [value, setValue] = useState<string | null>('Ma');
  return (
    <form onKeyDown={enterGoesOn}>
      <input aria-label="Before" />
      <SelectField
        label="State"
        choices={choices}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChosen(next);
        }}
      />
      <input aria-label="After" />
    </form>
  );
}
function open(first = STATES) {
  const chosen: (string | null)[] = [];
  const shown = (choices: typeof STATES) => (
    <UiProvider>
      <Form choices={choices} onChosen={(value) => chosen.push(value)} />
    </UiProvider>
  );
  const { rerender } = render(shown(first));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'State' });
  const load = () => rerender(shown(STATES));
  return { user: userEvent.setup(), field, chosen, load };
}

test('typing replaces the chosen entry, reached by Tab or by the mouse', async () => {
  const { user, field } = open();
  await user.click(screen.getByLabelText('Before'));
  await user.tab();
  await user.keyboard('go');
  expect(field.value).toBe('go');
  await user.click(screen.getByLabelText('After'));
  expect(field.value).toBe('Maharashtra');
  await user.click(field);
  await user.keyboard('me');
  expect(field.value).toBe('me');
});

test('typing replaces the chosen entry if its name arrives after the focus', async () => {
  const { user, field, load } = open([]);
  await user.click(field);
  load();
  await waitFor(() => expect(field.value).toBe('Maharashtra'));
  await user.keyboard('go');
  expect(field.value).toBe('go');
});

test.each([0, 40, 80])(
  'Enter %i ms after the last letter chooses the first match and goes on',
  async (pause) => {
    const { field, chosen } = open();
    field.focus();
    fireEvent.change(field, { target: { value: 'meg' } });
    // Without a pause both keys arrive before the browser has painted or a timer has run.
    if (pause > 0) await act(() => new Promise((resolve) => setTimeout(resolve, pause)));
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
    await Promise.resolve();
    expect(chosen).toEqual(['Me']);
    expect(document.activeElement).toBe(screen.getByLabelText('After'));
    await waitFor(() => expect(field.value).toBe('Meghalaya'));
  },
);

test('Enter after letters that match nothing chooses nothing and stays', async () => {
  const { field, chosen } = open();
  field.focus();
  fireEvent.change(field, { target: { value: 'zzz' } });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await Promise.resolve();
  expect(chosen).toEqual([]);
  expect(document.activeElement).toBe(field);
});

test('Enter on the entry that is already chosen keeps it', async () => {
  const { user, field, chosen } = open();
  await user.click(field);
  await user.keyboard('maha{Enter}');
  expect(chosen).toEqual([]);
  await waitFor(() => expect(field.value).toBe('Maharashtra'));
});

test('a field whose text is deleted is empty, and Enter chooses nothing', async () => {
  const { user, field, chosen } = open();
  await user.click(screen.getByLabelText('Before'));
  await user.tab();
  await user.keyboard('{Delete}');
  expect(chosen).toEqual([null]);
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([null]);
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('After'));
});

test('Enter chooses nothing after typed letters are deleted, and the arrow opens the list again', async () => {
  const { user, field, chosen } = open();
  await user.click(screen.getByLabelText('Before'));
  await user.tab();
  await user.keyboard('me{Backspace}{Backspace}');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(chosen).toEqual([null]);
});

test.each([0, 40, 80])(
  'a status takes the first match of Enter %i ms after the last letter',
  async (pause) => {
    const chosen: string[] = [];
    render(
      <UiProvider>
        <StatusPick
          label="Status"
          states={['P', 'O', 'R']}
          words={{ P: 'Pending', O: 'OK', R: 'Review' }}
          value="P"
          onChange={(state) => chosen.push(state)}
        />
      </UiProvider>,
    );
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Status' });
    field.focus();
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('Pending');
    fireEvent.change(field, { target: { value: 'rev' } });
    if (pause > 0) await act(() => new Promise((resolve) => setTimeout(resolve, pause)));
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
    await Promise.resolve();
    expect(chosen).toEqual(['R']);
  },
);
