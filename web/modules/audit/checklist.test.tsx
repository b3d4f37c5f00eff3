import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { detailAudit, saveAudit } from '#contract/audit/audit.ts';
import type { ArgsOf } from '#contract/define.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { auditOf } from '#web/testing/audit.ts';

/** The keys of a checklist (002 §2.4, §5.1). */

const ADDRESS = '/assessment?srno=1';
// By text and label, because the names of all rows take seconds to compute.
const row = async (no: number) => (await screen.findByText(`Particular ${no}`)).closest('tr');
const noteOf = (no: number) => screen.queryByLabelText(`Observation: Particular ${no}`);
const isPressed = (answer: 'Yes' | 'No', no: number) =>
  screen.getByLabelText(`${answer}: Particular ${no}`).getAttribute('aria-pressed') === 'true';
const focusedRow = async (no: number) => {
  const expected = await row(no);
  await waitFor(() => expect(document.activeElement).toBe(expected));
};

const sent: ArgsOf<typeof saveAudit>['audit'][] = [];
beforeEach(() => {
  sent.length = 0;
  server.on(detailAudit).answer(() => auditOf());
  server.on(saveAudit).answer(({ audit }) => {
    sent.push(audit);
    const detail = auditOf();
    const saved = new Map(audit.rbi?.map((each) => [each.srno, each]));
    return {
      ...detail,
      rbi: detail.rbi.map((each) => ({ ...each, ...saved.get(each.srno), version: 2 })),
    };
  });
});

test('25 rows are answered Yes with 25 keys and Ctrl+Enter, and headings are passed over', async () => {
  const { user } = openApp(ADDRESS);
  await focusedRow(1);
  await user.keyboard('y'.repeat(25));
  expect(screen.getByText('25 of 25 answered')).toBeDefined();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Saved, 25 of 25');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.rbi?.map(({ answer }) => answer)).toEqual(Array(25).fill('Y'));
});

test('No goes into the observation, Enter from there to the next row, Esc back to its row', async () => {
  const { user } = openApp(ADDRESS);
  await focusedRow(1);
  await user.keyboard('n');
  await waitFor(() => expect(document.activeElement).toBe(noteOf(1)));
  // Letters are text while an observation is typed.
  await user.keyboard('yes and no{Escape}');
  await focusedRow(1);
  expect(isPressed('No', 1)).toBe(true);
  await user.keyboard('n{Enter}');
  await focusedRow(2);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Saved, 1 of 25');
  expect(sent[0]?.rbi).toEqual([{ srno: 1_001, version: 1, answer: 'N', observation: 'yes and no' }]);
});

test('arrows, Home, End and Enter move, S and Backspace take an answer back', async () => {
  const { user } = openApp(ADDRESS);
  await focusedRow(1);
  await user.keyboard('{ArrowDown}{Enter}{ArrowUp}');
  await focusedRow(2);
  await user.keyboard('{End}');
  await focusedRow(25);
  await user.keyboard('y');
  await focusedRow(25);
  expect(isPressed('Yes', 25)).toBe(true);
  await user.keyboard('s');
  expect(isPressed('Yes', 25)).toBe(false);
  await user.keyboard('{Home}yy{ArrowUp}');
  await focusedRow(2);
  await user.keyboard('{Backspace}');
  expect([isPressed('Yes', 1), isPressed('Yes', 2)]).toEqual([true, false]);
});

test('U shows the unanswered rows only, and an answered one stays until the filter is chosen again', async () => {
  const { user } = openApp(ADDRESS);
  await focusedRow(1);
  await user.keyboard('yyy');
  await user.keyboard('u');
  await focusedRow(4);
  expect(screen.queryByText('Particular 3')).toBeNull();
  await user.keyboard('y');
  await focusedRow(5);
  await row(4);
  await user.keyboard('u');
  await row(3);
});

test('single keys do nothing when they are switched off', async () => {
  localStorage.setItem('bureau.singleKeys', 'off');
  const { user } = openApp(ADDRESS);
  await focusedRow(1);
  await user.keyboard('y');
  expect(isPressed('Yes', 1)).toBe(false);
  // The buttons of the current row are then in the tab order.
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Yes: Particular 1'));
});

test('an observation has at most 100 characters (002 §5.1)', async () => {
  const { user } = openApp(ADDRESS);
  await focusedRow(1);
  await user.keyboard('n');
  await user.paste('x'.repeat(100));
  await user.keyboard('y');
  expect(noteOf(1)).toHaveProperty('value', 'x'.repeat(100));
});

test('the month before stands beside each row, and a changed answer says so', async () => {
  server.on(detailAudit).answer(() => {
    const detail = auditOf({ previousMonth: 'September 2026', previousStatus: 'C', previous: 9 });
    return {
      ...detail,
      rbi: detail.rbi.map((each) =>
        each.isEditable ? { ...each, lastAnswer: 'Y', lastObservation: each.no === 1 ? 'Seen.' : '' } : each,
      ),
    };
  });
  const { user } = openApp(ADDRESS);
  await focusedRow(1);
  expect((await row(1))?.textContent).toContain('YesSeen.');
  await user.keyboard('n');
  expect((await row(1))?.textContent).toContain('Was YesSeen.');
  await user.click(screen.getByText(/^Changed since September/));
  expect(screen.queryByText('Particular 2')).toBeNull();
});
