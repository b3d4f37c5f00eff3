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
  header: { ...blank.header, srno: 1, year: 2026, month: 10, isFetched: true },
  ...changes,
});

export const transactionOf = (lineNo: number, changes: Partial<AuditTransaction> = {}): AuditTransaction => ({
  audit: 1,
  lineNo,
  date: '14/10/2026',
  type: 'SP',
  number: String(20_000 + lineNo),
  traveller: `Traveller ${lineNo}`,
  partyName: '',
  purposeName: 'Leisure travel',
  status: 'PEN',
  purpose: 'P1',
  amount: '120679.00',
  partyType: '',
  paidBy: 'UPI',
  markedBy: '',
  nationality: 'Indian',
  idNumber: '',
  pan: 'XXXXXX234K',
  isFatf: false,
  discrepancyLineNo: 0,
  discrepancyStatus: '',
  discrepancyWords: '',
  lines: [{ product: 'CN', isd: 'USD', quantity: '1300', rate: '92.83', amount: '120679' }],
  ...changes,
});

export const discrepancyOf = (lineNo: number, changes: Partial<DiscrepancyRow> = {}): DiscrepancyRow => ({
  audit: 1,
  lineNo,
  kind: 'T',
  branch: 'MUM',
  branchName: 'Mumbai Fort',
  month: 'October 2026',
  type: 'SP',
  typeName: 'Sales To Public',
  number: String(19_000 + lineNo),
  transactionDate: '14/10/2026',
  purpose: 'P1',
  purposeName: 'Medical treatment',
  partyTypeName: '',
  typeSub: '',
  typeSubName: '',
  words: `A2 form ${lineNo} missing.`,
  status: 'P',
  statusName: 'Pending',
  masterTypeName: '',
  partyName: '',
  masterDocumentName: '',
  discrepancy: `A2 form ${lineNo} missing.`,
  age: 41,
  replies: 0,
  isAnswered: false,
  raisedBy: 'Anita Deshmukh',
  raisedAt: '2026-10-20T06:00:00.000Z',
  version: 1,
  ...changes,
});

/** Gives every element a height, because a document without layout would show no row of a virtual list. */
export function giveHeights(): void {
  for (const name of ['offsetHeight', 'clientHeight'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 800 });
}
