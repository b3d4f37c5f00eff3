import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Option } from '#contract/shared.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { enterGoesOn } from '#web/ui/enterGoesOn.ts';
import { UiProvider } from '#web/ui/UiProvider.tsx';
import { ManyPicker } from './ManyPicker.tsx';
import { Picker } from './Picker.tsx';
import type { Source } from './source.ts';
import { choicesArrived } from './useEntries.ts';

afterEach(cleanup);

const STATES: readonly Option[] = [
  { value: 'GA', name: 'Goa' },
  { value: 'MH', name: 'Maharashtra' },
];

/** Answers when it is told to, in the order of the questions. */
function slowSource() {
  const waiting: (() => void)[] = [];
  const source: Source = {
    id: 'state',
    ask: ({ q, value }) =>
      new Promise((resolve) => {
        const matches = ({ name, value: own }: Option) =>
          value === undefined ? name.toLowerCase().includes((q ?? '').toLowerCase()) : own === value;
        waiting.push(() => resolve({ options: STATES.filter(matches), hasMore: false }));
      }),
  };
  return { source, answer: () => waiting.splice(0).forEach((resolve) => resolve()) };
}

function open() {
  const { source, answer } = slowSource();
  function Form() {
    const [value, setValue] = useState<string | null>(null);
    return (
      <form onKeyDown={enterGoesOn}>
        <Picker label="State" source={source} value={value} onChange={setValue} />
        <input aria-label="After" />
      </form>
    );
  }
  render(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </UiProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'State' });
  return { field, after: screen.getByLabelText<HTMLInputElement>('After'), answer };
}

test.each([0, 40, 80])(
  'Enter %i ms after the last letter goes on at once, and the first match is chosen when it arrives',
  async (pause) => {
    const { field, after, answer } = open();
    field.focus();
    fireEvent.change(field, { target: { value: 'maha' } });
    await new Promise((resolve) => setTimeout(resolve, pause));
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
    await waitFor(() => expect(document.activeElement).toBe(after));
    await waitFor(() => {
      answer();
      expect(field.value).toBe('Maharashtra');
    });
    expect(document.activeElement).toBe(after);
  },
);

test('letters that match nothing leave the field as it was and say so until it is typed into', async () => {
  const { field, after, answer } = open();
  field.focus();
  fireEvent.change(field, { target: { value: 'zzz' } });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(document.activeElement).toBe(after));
  await waitFor(() => {
    answer();
    expect(screen.getByRole('alert').textContent).toBe('Nothing was chosen: no entry matches “zzz”');
  });
  expect(field.value).toBe('');
  fireEvent.input(field, { target: { value: 'g' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a field whose text is deleted closes its list, and says no more how to see the rest of it', async () => {
  const source: Source = {
    id: 'state',
    ask: ({ value }) =>
      Promise.resolve({
        options: STATES.filter((each) => value === undefined || each.value === value),
        hasMore: true,
      }),
  };
  render(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Picker label="State" source={source} value="GA" onChange={() => undefined} />
      </QueryClientProvider>
    </UiProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'State' });
  await waitFor(() => expect(field.value).toBe('Goa'));
  const user = userEvent.setup();
  await user.click(field);
  await screen.findByText(pickersText.typeMore);
  await user.keyboard('{Backspace}');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText(pickersText.typeMore)).toBeNull();
});

/** A city depends on a state, as in the forms of masters and entities. */
function openDependent() {
  const { source, answer } = slowSource();
  const chosen: Record<string, string | null> = {};
  function Form() {
    const [state, setState] = useState<string | null>(null);
    const [city, setCity] = useState<string | null>(null);
    const notYet = state === null ? 'Select the state first' : undefined;
    return (
      <form onKeyDown={enterGoesOn}>
        <Picker
          label="State"
          source={source}
          value={state}
          onChange={(next) => {
            chosen['state'] = next;
            setState(next);
          }}
        />
        <Picker
          label="City"
          source={{ ...source, id: 'city' }}
          by={state === null ? {} : { state }}
          notYet={notYet}
          value={city}
          onChange={(next) => {
            chosen['city'] = next;
            setCity(next);
          }}
        />
        <input aria-label="After" />
      </form>
    );
  }
  render(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </UiProvider>,
  );
  const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
  const after = screen.getByLabelText('After');
  return { state: field('State'), city: field('City'), after, answer, chosen };
}

function typeAndEnter(field: HTMLInputElement, text: string): void {
  field.focus();
  fireEvent.input(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
}

test('a field that depends on a choice is not skipped while that choice is on its way', async () => {
  const { state, city, after, answer } = openDependent();
  expect(city.disabled).toBe(true);
  typeAndEnter(state, 'maha');
  await waitFor(() => expect(document.activeElement).toBe(city));
  typeAndEnter(city, 'goa');
  await waitFor(() => expect(document.activeElement).toBe(after));
  await waitFor(() => {
    answer();
    expect([state.value, city.value]).toEqual(['Maharashtra', 'Goa']);
  });
});

/** Types both, the second while the first is on its way, and saves. */
async function typeBothAndSave(form: ReturnType<typeof openDependent>, state: string) {
  const saved: Record<string, string | null>[] = [];
  typeAndEnter(form.state, state);
  await waitFor(() => expect(document.activeElement).toBe(form.city));
  typeAndEnter(form.city, 'goa');
  await waitFor(() => expect(document.activeElement).toBe(form.after));
  void choicesArrived().then(() => saved.push({ ...form.chosen }));
  return saved;
}

test('a save waits for a choice that itself waits for the one it depends on', async () => {
  const form = openDependent();
  const saved = await typeBothAndSave(form, 'maha');
  await waitFor(() => {
    form.answer();
    expect(saved).toEqual([{ state: 'MH', city: 'GA' }]);
  });
});

test('a save does not wait for a choice if the one it depends on has no match', async () => {
  const form = openDependent();
  const saved = await typeBothAndSave(form, 'zzz');
  await waitFor(() => {
    form.answer();
    expect(saved).toEqual([{}]);
  });
  expect(form.city.value).toBe('');
});

test('a save does not wait for a choice that is typed anew', async () => {
  const form = openDependent();
  const saved = await typeBothAndSave(form, 'maha');
  fireEvent.input(form.city, { target: { value: 'mum' } });
  await waitFor(() => {
    form.answer();
    expect(saved).toEqual([{ state: 'MH' }]);
  });
});

test('a save does not wait for a choice whose field is gone', async () => {
  const form = openDependent();
  const saved = await typeBothAndSave(form, 'maha');
  cleanup();
  await waitFor(() => {
    form.answer();
    expect(saved).toHaveLength(1);
  });
});

test('a field that depends on a choice without a match says which one is missing', async () => {
  const { state, city, after, answer } = openDependent();
  typeAndEnter(state, 'zzz');
  await waitFor(() => expect(document.activeElement).toBe(city));
  typeAndEnter(city, 'goa');
  await waitFor(() => expect(document.activeElement).toBe(after));
  await waitFor(() => {
    answer();
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Nothing was chosen: no entry matches “zzz”',
      'Select the state first',
    ]);
  });
  expect(city.value).toBe('');
});

test.each([0, 40, 80])('Enter %i ms after the last letter adds the first match to a list', async (pause) => {
  const { source, answer } = slowSource();
  function Form() {
    const [value, setValue] = useState<readonly string[]>(['GA']);
    return <ManyPicker label="States" source={source} value={value} onChange={setValue} />;
  }
  render(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </UiProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'States' });
  field.focus();
  fireEvent.input(field, { target: { value: 'maha' } });
  await new Promise((resolve) => setTimeout(resolve, pause));
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => {
    answer();
    expect(screen.getByText('Goa')).toBeTruthy();
    expect(screen.getByText('Maharashtra')).toBeTruthy();
  });
});
