import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { transactionOf } from '#web/testing/auditParts.tsx';
import { UiProvider } from '#web/ui/UiProvider.tsx';
import { personOf, WhyFlagged } from './Facts.tsx';

afterEach(cleanup);

const show = (changes: Parameters<typeof transactionOf>[1]) =>
  render(
    <UiProvider>
      <WhyFlagged row={transactionOf(1, changes)} />
    </UiProvider>,
  );

it('002 §2.4: the panel says why a transaction needs a look', () => {
  show({ pan: '', paidBy: 'CASH', isFatf: true });
  expect(screen.getByText('PAN is not on record for this sale.')).toBeDefined();
  expect(screen.getByText('A sale of ₹50,000 or more was paid in cash.')).toBeDefined();
  expect(screen.getByText('The nationality is on a FATF list.')).toBeDefined();
});

it('a transaction without a flag says nothing, and the numbers stay as they came', () => {
  show({});
  expect(screen.queryByText(/PAN|cash|FATF/)).toBeNull();
  expect(personOf(transactionOf(1, { pan: '', idNumber: 'XXXX4567' })).map(([, value]) => value)).toEqual([
    'Indian',
    'not on record',
    'XXXX4567',
  ]);
});
