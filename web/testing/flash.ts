import type { FlashCurrency } from '#contract/flash/currencies.ts';
import type { FlashDiscrepancy } from '#contract/flash/discrepancies.ts';
import type { FlashHeader } from '#contract/flash/flash.ts';

/** Flash audits as a test needs them. */

export const headerOf = (some: Partial<FlashHeader> = {}): FlashHeader => ({
  srno: 1,
  branch: 'DEL',
  entityname: 'Delhi Connaught Place',
  date: '13/11/2026',
  cashier: 'Leena Rao',
  status: 'P',
  statusnm: 'Pending',
  remark: '',
  audittype: 'N',
  filename: '',
  ext: '',
  dataexist: 1,
  auditor: 'Anita Deshmukh',
  version: 1,
  ...some,
});

export const currencyOf = (srno: number, isd: string, some: Partial<FlashCurrency> = {}): FlashCurrency => ({
  srno,
  isd,
  isd_name: isd,
  afc_reportvalue: '3000.00',
  afc_actualvalue: '0.00',
  afc_valuediff: '3000.00',
  afc_status: '',
  disc_status: 'P',
  held_vault: '3000.00',
  held_executives: '0.00',
  held_transit: '0.00',
  faces: 0,
  version: 1,
  ...some,
});

export const flashDiscrepancyOf = (srno: number, some: Partial<FlashDiscrepancy> = {}): FlashDiscrepancy => ({
  srno,
  hdrsrno: 1,
  type: 'C',
  branch: 'DEL',
  entityname: 'Delhi Connaught Place',
  date: '13/11/2026',
  hdrstatus: 'R',
  isd: 'GBP',
  isd_name: 'Pound Sterling',
  afc_reportvalue: '3000.00',
  afc_actualvalue: '2950.00',
  afc_valuediff: '50.00',
  faces: 1,
  trn_saletype: '',
  trn_saletypenm: '',
  trn_transactionnum: '',
  trn_date: '',
  docname: '',
  disc_status: 'P',
  disc_statusnm: 'Pending',
  replies: 0,
  answered: 0,
  version: 1,
  ...some,
});
