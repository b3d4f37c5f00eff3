import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { enterGoesOn } from './enterGoesOn.ts';
import { useKeys } from './keys.ts';
import { SelectField } from './SelectField.tsx';
import { StatusPick } from './StatusPick.tsx';
import { UiProvider } from './UiProvider.tsx';

afterEach(cleanup);

const STATES = ['Goa', 'Maharashtra', 'Meghalaya'].map((label) => ({ value: label.slice(0, 2), label }));

interface FormProps {
  choices: typeof STATES;
  clearable?: boolean;
  onChosen: (value: string | null) => void;
  onSave: (value: string | null) => void;
}

function Form({ onChosen, onSave, ...field }: FormProps) {
  const [value, setValue] = useState<string | null>('Ma');
  useKeys([{ keys: 'ctrl+enter', does: 'Save', run: () => onSave(value) }]);
  return (
    <form onKeyDown={enterGoesOn}>
      <input aria-label="Before" />
      <SelectField
        label="State"
        {...field}
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
function open(first = STATES, rest: { clearable?: boolean } = {}) {
  const chosen: (string | null)[] = [];
  const saved: (string | null)[] = [];
  const shown = (choices: typeof STATES) => (
    <UiProvider>
      <Form
        choices={choices}
        {...rest}
        onChosen={(value) => chosen.push(value)}
        onSave={(value) => saved.push(value)}
      />
    </UiProvider>
  );
  const { rerender } = render(shown(first));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'State' });
  const load = () => rerender(shown(STATES));
  return { user: userEvent.setup(), field, chosen, saved, load };
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

test('a field whose text is deleted is empty once Enter goes on, which chooses nothing', async () => {
  const { user, field, chosen } = open();
  await user.click(screen.getByLabelText('Before'));
  await user.tab();
  await user.keyboard('{Delete}');
  expect(chosen).toEqual([]);
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([null]);
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('After'));
});

test.each(['by Tab', 'by the mouse', 'by Escape'])(
  'a field whose text is deleted is empty when it is left %s',
  async (how) => {
    const { user, field, chosen } = open();
    await user.click(field);
    await user.keyboard('{Backspace}');
    expect(chosen).toEqual([]);
    if (how === 'by the mouse') await user.click(screen.getByLabelText('After'));
    else await user.keyboard(how === 'by Tab' ? '{Tab}' : '{Escape}');
    expect(chosen).toEqual([null]);
    expect(field.value).toBe('');
  },
);

test('Ctrl+Enter right after the text is deleted saves an empty value', async () => {
  const { user, field, saved } = open();
  await user.click(field);
  await user.keyboard('{Backspace}{Control>}{Enter}{/Control}');
  expect(saved).toEqual([null]);
});

test('a line of fields that Escape clears still sees the entry whose text is deleted', async () => {
  const seen: (string | null)[] = [];
  function Line() {
    const [value, setValue] = useState<string | null>('Ma');
    return (
      <div role="group" onKeyDown={({ key }) => key === 'Escape' && seen.push(value)}>
        <SelectField label="State" choices={STATES} value={value} onChange={setValue} />
      </div>
    );
  }
  render(
    <UiProvider>
      <Line />
    </UiProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.keyboard('{Backspace}{Escape}{Escape}');
  expect(seen).toEqual(['Ma', null]);
});

test('typing another entry after the text is deleted changes the value once', async () => {
  const { user, field, chosen } = open();
  await user.click(field);
  await user.keyboard('{Backspace}meg{Enter}');
  expect(chosen).toEqual(['Me']);
  await waitFor(() => expect(field.value).toBe('Meghalaya'));
});

test('Enter chooses nothing after typed letters are deleted, and the arrow opens the list again', async () => {
  const { user, field, chosen } = open();
  await user.click(screen.getByLabelText('Before'));
  await user.tab();
  await user.keyboard('me{Backspace}{Backspace}');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-expanded')).toBe('true');
  // The list marks the chosen entry; Enter takes it again.
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([]);
  await waitFor(() => expect(field.value).toBe('Maharashtra'));
});

test('a field that always has a value keeps it when its text is deleted', async () => {
  const { user, field, chosen } = open(STATES, { clearable: false });
  await user.click(field);
  await user.keyboard('{Backspace}{Enter}');
  expect(chosen).toEqual([]);
  await waitFor(() => expect(field.value).toBe('Maharashtra'));
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
