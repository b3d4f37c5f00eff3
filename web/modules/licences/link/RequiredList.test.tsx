import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { requiredDocuments, saveRequired, type Requirement } from '#contract/licences/links.ts';
import { server } from '#web/testing/app.tsx';
import { UiProvider } from '#web/ui/UiProvider.tsx';
import { RequiredList } from './RequiredList.tsx';

const rowsOf = (...names: readonly string[]): Requirement[] =>
  names.map((kindName, at) => ({ kind: at + 1, kindName, isRequired: false, status: '', expires: '' }));

const isChecked = (name: string): boolean => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;

test('a document that is chosen while the list is read again stays as chosen', async () => {
  const rows = rowsOf('Police verification', 'RBI licence');
  let reads = 0;
  let reply: () => void = () => undefined;
  server.on(requiredDocuments).answer(async () => {
    reads += 1;
    const read = rows.map((row) => ({ ...row }));
    if (reads === 2) await new Promise<void>((resolve) => (reply = resolve));
    return read;
  });
  const held = Promise.withResolvers<undefined>();
  server.on(saveRequired).answer(async ({ requirement: { kind, isRequired } }) => {
    if (kind === 2) await held.promise;
    for (const row of rows) if (row.kind === kind) row.isRequired = isRequired;
    return { err: '', msg: 'Saved', srno: 1 };
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider>
        <RequiredList id="7" onSaved={vi.fn()} onFailure={vi.fn()} />
      </UiProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Police verification', hidden: true }));
  await vi.waitFor(() => expect(reads).toBe(2));
  await user.click(screen.getByRole('checkbox', { name: 'RBI licence' }));
  expect(isChecked('RBI licence')).toBe(true);
  reply();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isChecked('RBI licence')).toBe(true);
  held.resolve(undefined);
  await vi.waitFor(() => expect(reads).toBe(3));
  expect(isChecked('RBI licence')).toBe(true);
});
