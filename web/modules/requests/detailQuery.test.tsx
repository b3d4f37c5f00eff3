import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { companyDetail, companyLogo } from '#contract/masters/company.ts';
import { currency } from '#contract/masters/currency.ts';
import { listRequests, requestDetail } from '#contract/requests/desk.ts';
import { requestDocuments } from '#contract/requests/documents.ts';
import { formFacts } from '#contract/requests/form.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { blankReply } from '#web/testing/blank.ts';

const SRNO = 61;
const ADDRESS = `/requestdetail?srno=${SRNO}`;

const NO_AMOUNTS = {
  forexTotal: '0.00',
  fee: '0.00',
  otherCharges: '0.00',
  gst: '0.00',
  tcs: '0.00',
  roundOff: '0.00',
  grandTotal: '0.00',
  received: '0.00',
  agreed: '0.00',
  open: '0.00',
};

/** A draft that can be edited, with one document. */
function draftOf(otherDetails: string) {
  const blank = blankReply(requestDetail);
  return {
    ...blank,
    detail: {
      ...blank.detail,
      ...NO_AMOUNTS,
      srno: SRNO,
      version: 1,
      type: 'SP',
      status: 'P',
      scheme: 'FULL',
      date: '2026-05-04',
      changedAt: '2026-05-04T06:00:00.000Z',
      otherDetails,
      can: { ...blank.detail.can, edit: { ok: true, why: '' } },
    },
    documents: [
      {
        srno: 1,
        kind: 1,
        kindName: 'Passport',
        remark: '',
        filename: 'passport.pdf',
        extension: 'pdf',
        bytes: 1_000,
        uploadedAt: '2026-05-04T06:00:00.000Z',
        uploadedBy: 'Asha Rao',
      },
    ],
  };
}

beforeEach(() => {
  server.setAccess({ branches: [{ value: 'MUM', name: 'Mumbai Fort' }] });
  server.on(listRequests).answer(() => []);
  server.on(requestDetail).answer(() => draftOf('Collect at the gate'));
  server.on(requestDocuments.kinds).answer(() => []);
  server.on(currency.options).answer(() => []);
  server.on(formFacts).answer(() => ({ ...blankReply(formFacts), scheme: 'FULL', date: '2026-05-04' }));
  server.on(companyDetail).answer(() => blankReply(companyDetail));
  server.on(companyLogo).answer(() => blankReply(companyLogo));
});

test('the view and its documents fetch the request once', async () => {
  openApp(ADDRESS);
  await screen.findByText('passport.pdf');
  expect(server.countOf(requestDetail)).toBe(1);
});

test('the form fetches the request anew, once for itself and its documents', async () => {
  const { user } = openApp(ADDRESS);
  await screen.findByText('passport.pdf');
  server.on(requestDetail).answer(() => draftOf('Collect at noon'));
  await user.click(screen.getByRole('link', { name: 'Change details' }));
  const field = await screen.findByLabelText('Other Details');
  await waitFor(() => expect(field).toHaveProperty('value', 'Collect at noon'));
  await screen.findByText('passport.pdf');
  expect(server.countOf(requestDetail)).toBe(2);
});
