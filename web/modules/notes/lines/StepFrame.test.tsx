import type { UseQueryResult } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { NoteSummary } from '#contract/notes/notes.ts';
import { UiProvider } from '#web/ui/UiProvider.tsx';
import { StepFrame } from './StepFrame.tsx';

afterEach(cleanup);

const SUMS: NoteSummary = [];
const answered = (data: NoteSummary | undefined, error: Error | null = null) =>
  ({ data, error, refetch: vi.fn() }) as unknown as UseQueryResult<NoteSummary>;

/** Shows a step whose primary action asks for confirmation or acts at once. */
function show(summary: UseQueryResult<NoteSummary>, asksFirst: boolean) {
  const run = vi.fn();
  render(
    <UiProvider>
      <StepFrame
        title="CN Out"
        detail=""
        summary={summary}
        withProduct
        onBack={vi.fn()}
        actions={[{ label: 'Move', run, isPrimary: true, asksFirst }]}
      />
    </UiProvider>,
  );
  return run;
}
const press = (more: { repeat?: boolean } = {}) =>
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true, ...more });

test('Ctrl+Enter is not lost while the summary loads if the action asks first', () => {
  const run = show(answered(undefined), true);
  press();
  expect(run).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Move' })).toBeTruthy();
});

test('an action that takes effect at once waits for the summary', () => {
  const run = show(answered(undefined), false);
  press();
  expect(run).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
  cleanup();
  const runLater = show(answered(SUMS), false);
  press();
  expect(runLater).toHaveBeenCalledOnce();
});

test('nothing is offered if the summary failed', () => {
  const run = show(answered(undefined, new Error('The server is away')), true);
  press();
  expect(run).not.toHaveBeenCalled();
});

test('the key that opened the step does not trigger its action while it is held down', () => {
  const run = show(answered(SUMS), false);
  press({ repeat: true });
  expect(run).not.toHaveBeenCalled();
});
