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
  req_forextotal: '0.00',
  req_fee: '0.00',
  req_othchrg: '0.00',
  req_gst: '0.00',
  req_tcs: '0.00',
  req_roundoff: '0.00',
  req_grandtotal: '0.00',
  req_paymentrecv: '0.00',
  req_agreed: '0.00',
  req_open: '0.00',
};

/** A draft that can be edited, with one document. */
function draftOf(otherDetails: string) {
  const blank = blankReply(requestDetail);
  return {
    ...blank,
    detail: {
      ...blank.detail,
      ...NO_AMOUNTS,
      req_srno: SRNO,
      req_version: 1,
      req_trantype: 'SP',
      req_status: 'P',
      req_scheme: 'FULL',
      req_date: '2026-05-04',
      changedat: '2026-05-04T06:00:00.000Z',
      req_otherdetails: otherDetails,
      can: { ...blank.detail.can, edit: { ok: true, why: '' } },
    },
    document: [
      {
        doc_srno: 1,
        doc_id: 1,
        docm_desc: 'Passport',
        doc_remark: '',
        doc_filename: 'passport.pdf',
        doc_ext: 'pdf',
        doc_bytes: 1_000,
        doc_uploadedat: '2026-05-04T06:00:00.000Z',
        doc_uploadedby: 'Asha Rao',
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
