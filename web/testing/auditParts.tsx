import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { detailAudit, type AuditDetail } from '#contract/audit/audit.ts';
import type { DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { blankReply } from './blank.ts';
import { navigationOf, Screens } from '#web/ui/navigation/Screens.tsx';
import { UiProvider } from '#web/ui/UiProvider.tsx';

/** Shows a part of the audit without its frame. */
export function openPart(part: ReactNode, address = '/assessment?srno=1&tab=transactions') {
  history.replaceState(null, '', address);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const routes = [{ path: '*', element: part }];
  const navigation = navigationOf(routes);
  navigation.start();
  render(
    <UiProvider>
      <QueryClientProvider client={client}>
        <Screens routes={routes} navigation={navigation} broken="broken" />
      </QueryClientProvider>
    </UiProvider>,
  );
  return { user: userEvent.setup() };
}

const blank = blankReply(detailAudit);

export const detailOf = (changes: Partial<AuditDetail> = {}): AuditDetail => ({
  ...blank,
  Header: { ...blank.Header, hdr_srno: 1, hdr_year: 2026, hdr_month: 10, fetched: 1 },
  ...changes,
});

export const transactionOf = (lineno: number, changes: Partial<AuditTransaction> = {}): AuditTransaction => ({
  adt_hdrsrno: 1,
  adt_lineno: lineno,
  adt_date: '14/10/2026',
  adt_trantype: 'SP',
  adt_tranno: String(20_000 + lineno),
  adt_travname: `Traveller ${lineno}`,
  adt_partyname: '',
  adt_purpose: 'Leisure travel',
  adt_status: 'PEN',
  purpose_id: 'P1',
  amount: '120679.00',
  party_type: '',
  paid_by: 'UPI',
  marked_by: '',
  nationality: 'Indian',
  id_number: '',
  pan: 'XXXXXX234K',
  nationality_fatf: 0,
  dis_lineno: 0,
  dis_status: '',
  dis_text: '',
  lines: [{ product: 'CN', isd: 'USD', quantity: '1300', rate: '92.83', amount: '120679' }],
  ...changes,
});

export const discrepancyOf = (lineno: number, changes: Partial<DiscrepancyRow> = {}): DiscrepancyRow => ({
  adis_hdrsrno: 1,
  adis_lineno: lineno,
  adis_flag: 'T',
  adis_branch: 'MUM',
  adis_branchnm: 'Mumbai Fort',
  adis_month: 'October 2026',
  adis_trantype: 'SP',
  adis_trantypename: 'Sales To Public',
  adis_tranno: String(19_000 + lineno),
  adis_trandate: '14/10/2026',
  adis_tranpurpose: 'P1',
  adis_tranpurposename: 'Medical treatment',
  adis_partytypename: '',
  adis_trantypesub: '',
  adis_trantypesubname: '',
  adis_discrepancy: `A2 form ${lineno} missing.`,
  adis_status: 'P',
  adis_statusnm: 'Pending',
  adis_mastertypenm: '',
  adis_partyname: '',
  adis_masterdocumentnm: '',
  audit_discrepancy: `A2 form ${lineno} missing.`,
  adis_age: 41,
  adis_replies: 0,
  adis_answered: 0,
  adis_raisedby: 'Anita Deshmukh',
  adis_raisedat: '2026-10-20T06:00:00.000Z',
  version: 1,
  ...changes,
});

/** Gives every element a height, because a document without layout would show no row of a virtual list. */
export function giveHeights(): void {
  for (const name of ['offsetHeight', 'clientHeight'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 800 });
}
