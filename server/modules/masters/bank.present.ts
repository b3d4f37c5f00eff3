import type { BankRow, BankInput } from '#contract/masters/bank.ts';
import type { GatewayBankRow, GatewayBankInput } from '#contract/masters/gatewaybank.ts';
import type { BankDraft } from '#domain/masters/bank.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, statusColumn, textColumn } from './master.present.ts';

export const BANK_ROW = {
  bnk_srno: 'm.srno',
  bnk_name: 'm.name',
  bnk_code: 'm.code',
  bnk_active: 'm.active::integer',
} as const satisfies WireColumns;

export const GATEWAY_BANK_ROW = {
  gbk_srno: 'm.srno',
  gbk_name: 'm.name',
  gbk_code: 'm.code',
  gbk_active: 'm.active::integer',
} as const satisfies WireColumns;

export const bankDraft = (written: BankInput): BankDraft => ({
  name: written.bnk_name.trim(),
  code: (written.bnk_code ?? '').trim().toUpperCase(),
  active: isActive(written.bnk_active),
});

export const gatewayBankDraft = (written: GatewayBankInput): BankDraft => ({
  name: written.gbk_name.trim(),
  code: written.gbk_code.trim().toUpperCase(),
  active: isActive(written.gbk_active),
});

export const BANK_SHEET = [
  textColumn<BankRow>('Bank', 40, (row) => row.bnk_name),
  textColumn<BankRow>('Code', 12, (row) => row.bnk_code),
  statusColumn<BankRow>((row) => row.bnk_active),
];

export const GATEWAY_BANK_SHEET = [
  textColumn<GatewayBankRow>('Bank', 40, (row) => row.gbk_name),
  textColumn<GatewayBankRow>('Gateway code', 14, (row) => row.gbk_code),
  statusColumn<GatewayBankRow>((row) => row.gbk_active),
];
