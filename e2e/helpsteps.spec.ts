import { followHelp } from './help-steps.ts';
import { expectSubmitted, passport } from './requestform.ts';
import { expect, openSession, signIn, test, uniqueName } from './support.ts';

/** Each journey does what its help page says, step by step, and uses nothing that the page does not name. */

test('a branch is added as the help says', async ({ page }) => {
  const name = uniqueName('Nagpur');
  await openSession(page, 'admin');
  await page.goto('/entity');
  await followHelp(
    page,
    ['entities', 'Add an entity'],
    [
      async (step) => {
        step.leave('Franchisees', 'Councilors');
        await step.exactly('Branches').click();
        await step.pressKey('Alt+C');
      },
      async (step) => {
        step.leave('Controlling branch', 'Buy percentage', 'Sell percentage');
        await step.fill('Name', name);
        await step.fill('Address line 1', '12 Central Avenue');
        await step.choose('Country', 'India');
        await step.choose('State', 'Maharashtra');
      },
      (step) => step.press('Save'),
    ],
  );
  await expect(page.getByText(`${name} has been saved.`)).toBeVisible();
});

test('a user is added as the help says', async ({ page }) => {
  const name = uniqueName('Meera');
  const id = name.toLowerCase().replaceAll(' ', '.');
  await openSession(page, 'admin');
  await page.goto('/user-list');
  await followHelp(
    page,
    ['users', 'Add a user'],
    [
      async (step) => {
        await step.press('Add New');
        await step.fill('User name', name);
        await step.fill('User id', id);
        await step.fill('E-mail', `${id}@bureau.example`);
      },
      async (step) => {
        await step.expectSeen('Entity type');
        await page.getByRole('radio', { name: 'Branch', exact: true }).check();
        await step.choose('Master Head', 'Mumbai Fort');
      },
      (step) => step.choose('Right group', 'Sales executive'),
      async (step) => step.leave('Executive (employee code)'),
      async (step) => {
        await step.expectSeen('Branch rights');
        await step.choose('Branch', 'Pune Camp');
        await step.press('Add branch');
      },
      async (step) => {
        await step.expectSeen('Send a set-password mail');
        await step.press('Save');
      },
    ],
  );
  await expect(page.getByRole('status').filter({ hasText: `${name} has been saved.` })).toBeVisible();
});

test('a sale is made as the help says', async ({ page }) => {
  await signIn(page, 'sales.mum', '/newfxrequest');
  await followHelp(
    page,
    ['new-request', 'Sell or buy, step by step'],
    [
      async (step) => {
        step.leave('Purchase To Public');
        await step.choose('Transaction Type', 'Sales To Public');
        step.leave('Sales To Public');
      },
      async (step) => {
        step.leave('Customer');
        await step.fill('Traveller Name', 'Kavya Menon');
        await step.choose('ID Type', 'Passport');
        await step.fill('ID Number', passport());
        await step.choose('State', 'Maharashtra');
        await step.fill('KYC Address', '7 Hill Road, Mumbai');
      },
      async (step) => {
        await step.choose('Hand Over', 'Delivery');
        await step.choose('Delivery Executive', 'Dinesh');
        await step.press('Same as KYC address');
      },
      async (step) => {
        await step.choose('ISD', 'USD');
        await step.fill('Quantity', '100');
        await expect(step.field('Rate')).not.toHaveValue('');
        await step.press('Add product');
      },
      async (step) => {
        await step.choose('Payment Type', 'Special Approval');
        const total = page.getByRole('complementary', { name: 'Totals' });
        const [, rupees = ''] = /Grand total\D*([\d,]+)/i.exec((await total.textContent()) ?? '') ?? [];
        await step.fill('Amount', rupees.replaceAll(',', ''));
        await step.press('Add payment');
        await step.expectSeen('Payment tallies');
      },
      (step) => step.expectSeen('Document checklist'),
      (step) => step.press('Final'),
    ],
  );
  await expectSubmitted(page);
});
