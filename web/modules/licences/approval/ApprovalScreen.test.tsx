import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  decideLicenceDocument,
  licenceEntities,
  listLicenceDocuments,
  type LicenceDocument,
} from '#contract/licences/approval.ts';
import { requiredDocuments } from '#contract/licences/links.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { giveHeights } from '#web/testing/auditParts.tsx';

const rowOf = (lineNo: number): LicenceDocument => ({
  lineNo,
  entityId: 'GOA',
  entityName: 'Goa Panjim Forex',
  kind: lineNo,
  kindName: `Lease ${lineNo}`,
  // Without a preview.
  filename: `lease${lineNo}.docx`,
  extension: 'docx',
  status: 'P',
  statusName: 'Pending',
  reason: '',
  bytes: 2048,
  isFromPage: true,
  uploadedAt: '2026-11-12T12:18:00.000Z',
  decidedBy: '',
  decidedAt: '',
  expires: '',
  version: 1,
});

beforeEach(() => giveHeights());

it('002 §2.14: a day typed beside a document is kept, whichever way the document is approved', async () => {
  server.setAccess({ flags: 'QAE' });
  server.on(listLicenceDocuments).answer(() => [rowOf(1), rowOf(2)]);
  server.on(licenceEntities).answer(() => []);
  server.on(requiredDocuments).answer(() => []);
  const decided: unknown[] = [];
  server.on(decideLicenceDocument).answer(({ decision }) => {
    decided.push([decision.lineNo, decision.status, decision.expires]);
    return { err: '', documents: [] };
  });
  const { user } = openApp('/franchise-licensedoc?lineno=1');
  const panel = (name: RegExp) => screen.findByRole('region', { name });
  const day = async (name: RegExp) => within(await panel(name)).findByLabelText('Valid until');
  await user.type(await day(/Lease 1/), '31/12/2027');
  // Another document, and back again.
  (await screen.findByRole('row', { name: /Lease 2/ })).focus();
  expect(await day(/Lease 2/)).toHaveProperty('value', '');
  screen.getByRole('row', { name: /Lease 1/ }).focus();
  await waitFor(async () => expect(await day(/Lease 1/)).toHaveProperty('value', '31/12/2027'));
  await user.keyboard('a');
  const question = await screen.findByRole('dialog', { name: /Approve/ });
  await user.click(within(question).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(decided).toEqual([[1, 'A', '2027-12-31']]));
});

it('Show all also takes away what was chosen and not listed yet', async () => {
  server.on(listLicenceDocuments).answer(({ search }) => (search.entityFilter === 'GOA' ? [] : [rowOf(1)]));
  server.on(licenceEntities).answer(() => [{ value: 'GOA', name: 'Goa Panjim Forex', licenceTo: '' }]);
  server.on(requiredDocuments).answer(() => []);
  const { user } = openApp('/franchise-licensedoc?entity=GOA');
  const all = await screen.findByRole('button', { name: 'Show all documents' });
  const status = screen.getByRole('combobox', { name: 'Status' });
  await user.click(status);
  await user.click(await screen.findByRole('option', { name: 'Rejected' }));
  expect(status).toHaveProperty('value', 'Rejected');
  await user.click(all);
  await screen.findByRole('row', { name: /Lease 1/ });
  expect(status).not.toHaveProperty('value', 'Rejected');
});
