import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { news } from './desk.ts';
import { notesBusiness, PHONE, VAULT } from './notes.ts';
import { expect, expectMessage, test } from './support.ts';
import { countTaps, MOST_TAPS } from './taps.ts';

/** The proof of a delivery, in a business that asks for it. */

const { business, openAs, approved } = notesBusiness(async () => ({ PROOF_OF_DELIVERY: 'on' }));

/** An approved sale whose notes the executive holds. */
async function onTheRoad() {
  const { srno, customer } = await approved();
  const lines = [{ srno, lno: 1 }];
  const move = JSON.stringify({ moveList: lines, fromemp: VAULT, toemp: 'E111' });
  const moved = await business.ask('bm.mum', 'cnout_a.php', 'move', move);
  expect(moved.err).toBe('');
  const accept = JSON.stringify({ acceptList: lines, flag: 'Y' });
  expect((await business.ask('dlv1.mum', 'cnaccept_a.php', 'accept', accept)).err).toBe('');
  return { srno, customer, slip: moved['slip'] as number };
}

/** Draws one stroke on the glass. */
async function sign(page: Page, question: Locator): Promise<void> {
  const glass = await question.getByRole('img', { name: 'Field for the signature, empty' }).boundingBox();
  if (glass === null) throw new Error('there is no field for the signature');
  await page.mouse.move(glass.x + 40, glass.y + 60);
  await page.mouse.down();
  await page.mouse.move(glass.x + 120, glass.y + 30, { steps: 5 });
  await page.mouse.move(glass.x + 200, glass.y + 80, { steps: 5 });
  await page.mouse.up();
  await expect(question.getByRole('img', { name: 'Field for the signature, signed' })).toBeVisible();
}

test('a delivery on the phone is confirmed with the signature of the customer', async ({ page }) => {
  const { srno, customer } = await onTheRoad();
  await page.setViewportSize(PHONE);
  await openAs(page, 'dlv1.mum', `/requestdetail?srno=${srno}`);
  await page.getByRole('button', { name: 'Confirm delivery' }).click();
  const question = page.getByRole('dialog', { name: 'Notes delivered?' });
  await expect(question.getByLabel('Received by')).toHaveValue(customer);
  await question.getByRole('button', { name: 'Confirm delivery' }).click();
  await expectMessage(page, 'Please take a signature or a photo first.');

  await sign(page, question);
  await question.getByRole('button', { name: 'Confirm delivery' }).click();
  await expect(news(page, 'The request is delivered.')).toBeVisible();
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents).toContainText('Proof of delivery');
  await expect(documents).toContainText('signature.png');
});

test('a delivery from home is signed in at most four taps, and the slip shows the signature', async ({
  page,
}) => {
  const { customer, slip } = await onTheRoad();
  await page.setViewportSize(PHONE);
  await openAs(page, 'dlv1.mum', '/home');
  const taps = await countTaps(page);
  const stop = page.getByRole('listitem').filter({ hasText: customer });
  await stop.getByRole('button', { name: 'Deliver' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm the delivery' });
  await sign(page, question);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Deliver' }).click();
  await expect(stop).toHaveCount(0);
  expect(await taps()).toBeLessThanOrEqual(MOST_TAPS);

  await openAs(page, 'bm.mum', `/cnout?slip=${slip}`);
  const paper = page.getByRole('article', { name: 'Hand-over slip' });
  await expect(paper).toContainText(`Received by ${customer}`);
  const picture = paper.getByRole('img', { name: `Proof of delivery to ${customer}` });
  await expect
    .poll(() => picture.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth))
    .toBeGreaterThan(0);
});
