import type { FlashCurrency } from '#contract/flash/currencies.ts';
import type { FlashDiscrepancy } from '#contract/flash/discrepancies.ts';
import type { FlashHeader } from '#contract/flash/flash.ts';

/** Flash audits as a test needs them. */

export const headerOf = (some: Partial<FlashHeader> = {}): FlashHeader => ({
  srno: 1,
  branch: 'DEL',
  branchName: 'Delhi Connaught Place',
  date: '13/11/2026',
  cashier: 'Leena Rao',
  status: 'P',
  statusName: 'Pending',
  remark: '',
  type: 'N',
  filename: '',
  extension: '',
  isFilled: true,
  auditor: 'Anita Deshmukh',
  version: 1,
  ...some,
});

export const currencyOf = (srno: number, isd: string, some: Partial<FlashCurrency> = {}): FlashCurrency => ({
  srno,
  isd,
  isdName: isd,
  reportValue: '3000.00',
  actualValue: '0.00',
  difference: '3000.00',
  status: '',
  answerStatus: 'P',
  inVault: '3000.00',
  withExecutives: '0.00',
  inTransit: '0.00',
  faces: 0,
  version: 1,
  ...some,
});

export const flashDiscrepancyOf = (srno: number, some: Partial<FlashDiscrepancy> = {}): FlashDiscrepancy => ({
  srno,
  audit: 1,
  kind: 'C',
  branch: 'DEL',
  branchName: 'Delhi Connaught Place',
  date: '13/11/2026',
  auditStatus: 'R',
  isd: 'GBP',
  isdName: 'Pound Sterling',
  reportValue: '3000.00',
  actualValue: '2950.00',
  difference: '50.00',
  faces: 1,
  saleType: '',
  saleTypeName: '',
  number: '',
  transactionDate: '',
  document: '',
  status: 'P',
  statusName: 'Pending',
  replies: 0,
  isAnswered: false,
  version: 1,
  ...some,
});
