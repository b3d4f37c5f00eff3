import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UiProvider } from '../UiProvider.tsx';
import { DataTable } from './DataTable.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Types into the filter box of a list, and returns the box and what the list was told. */
function typeFilter(text: string) {
  const sent: string[] = [];
  render(
    <UiProvider>
      <DataTable
        tableId="test"
        label="Documents"
        columns={[]}
        rows={[]}
        rowKey={() => ''}
        empty={{}}
        quickFilter=""
        onQuickFilter={(filter) => sent.push(filter)}
        serverFilters
      />
    </UiProvider>,
  );
  const box = screen.getByRole('searchbox');
  box.focus();
  fireEvent.change(box, { target: { value: text } });
  const pause = () =>
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
  return { box, sent, pause };
}

it('is told a typed filter when the typing pauses', () => {
  const { sent, pause } = typeFilter('lic');
  expect(sent).toEqual([]);
  pause();
  expect(sent).toEqual(['lic']);
});

// Later it would come after what the user does next, such as opening a row, and close that again.
it('is told a typed filter at once, and only once, when the user leaves the box', () => {
  const { box, sent, pause } = typeFilter('lic');
  act(() => box.blur());
  expect(sent).toEqual(['lic']);
  pause();
  expect(sent).toEqual(['lic']);
});

it.each(['altKey', 'ctrlKey', 'metaKey'])('is told a typed filter before a command with %s', (modifier) => {
  const { box, sent } = typeFilter('lic');
  fireEvent.keyDown(box, { key: 'c', [modifier]: true });
  expect(sent).toEqual(['lic']);
});
