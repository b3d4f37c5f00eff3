import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { news } from './desk.ts';
import { choose, moveTo, notesBusiness, proceedWith, VAULT } from './notes.ts';
import { expect, test } from './support.ts';

/**
 * The screens of notes offer only the actions that the user may take on a holder's notes, and give the reason
 * otherwise.
 */

const SEND_FOR_ANOTHER =
  'Only the executive who holds these notes, or somebody with the right to edit vault stock, can send them.';
const DRAW_FOR_ONESELF = 'A second person must send you notes from the vault.';
const CALL_BACK =
  'Only their sender, or somebody with the right to edit vault stock, can call these notes back.';
const ACCEPT_OWN = 'You sent these notes to the vault, so a second person must accept them.';

async function expectDisabled(page: Page, name: string, why: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(why);
}

test.describe('without four eyes', () => {
  const { business, openAs, approved } = notesBusiness();

  /** Creates a sale whose notes the branch manager has sent from the vault. */
  async function sent(to: string) {
    const request = await approved({ lines: [['USD', 20]] });
    const lines = [{ srno: request.srno, lno: 1 }];
    const move = JSON.stringify({ moveList: lines, fromemp: VAULT, toemp: to });
    expect((await business.ask('bm.mum', 'cnout_a.php', 'move', move)).err).toBe('');
    return { ...request, accepted: JSON.stringify({ acceptList: lines, flag: 'Y' }) };
  }

  test('a colleague’s notes are shown, and only who may send them can', async ({ page }) => {
    const { customer, accepted } = await sent('E112');
    expect((await business.ask('dlv2.mum', 'cnaccept_a.php', 'accept', accepted)).err).toBe('');
    await openAs(page, 'dlv1.mum', '/cnout?branch=MUM&executive=E112');
    await expect(page.getByRole('main')).toContainText(SEND_FOR_ANOTHER);
    await expectAccessible(page);
    await proceedWith(page, customer);
    await expectDisabled(page, 'Move', SEND_FOR_ANOTHER);
    await expect(page.getByRole('combobox', { name: 'Move To Executive' })).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openAs(page, 'bm.mum', '/cnout?branch=MUM&executive=E112');
    await proceedWith(page, customer);
    await expect(page.getByRole('main')).not.toContainText(SEND_FOR_ANOTHER);
    await moveTo(page, 'Dinesh Kadam');
    await expect(news(page, 'The notes are on their way to Dinesh Kadam.')).toBeVisible();
  });

  test('notes that another user sent from the vault cannot be called back', async ({ page }) => {
    const { customer } = await sent('E112');
    await openAs(page, 'dlv1.mum', '/cnout?view=transit');
    await proceedWith(page, customer);
    await expectDisabled(page, 'Call back', CALL_BACK);
    await openAs(page, 'bm.mum', '/cnout?view=transit');
    await proceedWith(page, customer);
    await expect(page.getByRole('button', { name: 'Call back', exact: true })).not.toHaveAttribute(
      'aria-disabled',
    );
  });

  test('an executive draws from the vault', async ({ page }) => {
    const { customer } = await approved({ lines: [['USD', 20]] });
    await openAs(page, 'dlv1.mum', '/cnout');
    await proceedWith(page, customer);
    await moveTo(page, 'Dinesh Kadam');
    await expect(news(page, 'The notes are on their way to Dinesh Kadam.')).toBeVisible();
  });
});

test.describe('with four eyes', () => {
  const { business, openAs, approved } = notesBusiness(async () => ({ FOUR_EYES: 'on' }));

  test('an executive does not draw from the vault, but sends to a colleague', async ({ page }) => {
    const { customer } = await approved({ lines: [['USD', 20]] });
    await openAs(page, 'dlv1.mum', '/cnout');
    await proceedWith(page, customer);
    const receiver = page.getByRole('combobox', { name: 'Move To Executive' });
    await expect(receiver).toHaveAccessibleDescription(DRAW_FOR_ONESELF);
    await receiver.click();
    await expect(page.getByRole('option', { name: 'Dinesh Kadam' })).toHaveAttribute(
      'data-combobox-disabled',
      'true',
    );
    await expectAccessible(page);
    await choose(receiver, 'Danish Shaikh');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await expect(news(page, 'The notes are on their way to Danish Shaikh.')).toBeVisible();
  });

  test('a user who sent notes to the vault cannot accept them', async ({ page }) => {
    const { srno, customer } = await approved({ lines: [['USD', 20]] });
    const lines = [{ srno, lno: 1 }];
    const move = (fromemp: string, toemp: string) =>
      business.ask('bm.mum', 'cnout_a.php', 'move', JSON.stringify({ moveList: lines, fromemp, toemp }));
    expect((await move(VAULT, 'E111')).err).toBe('');
    const accept = JSON.stringify({ acceptList: lines, flag: 'Y' });
    expect((await business.ask('dlv1.mum', 'cnaccept_a.php', 'accept', accept)).err).toBe('');
    expect((await move('E111', VAULT)).err).toBe('');
    await openAs(page, 'bm.mum', '/cnaccept');
    await proceedWith(page, customer);
    await expectDisabled(page, 'Accept', ACCEPT_OWN);
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).not.toHaveAttribute(
      'aria-disabled',
    );
    await openAs(page, 'admin', '/cnaccept');
    await proceedWith(page, customer);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(news(page, 'The notes are accepted.')).toBeVisible();
  });
});
