import type { FieldRule } from '../rules.ts';

/** A bank as typed: one of the business, or one that the payment gateway identifies by its own code. */
export interface BankDraft {
  readonly name: string;
  readonly code: string;
  readonly active: boolean;
}

export const BANK_RULES: Readonly<Record<keyof BankDraft, FieldRule>> = {
  name: { label: 'Bank', required: true, maxChars: 100 },
  code: { label: 'Code', maxChars: 20 },
  active: { label: 'Status' },
};

export const GATEWAY_BANK_RULES: Readonly<Record<keyof BankDraft, FieldRule>> = {
  ...BANK_RULES,
  code: { label: 'Gateway code', required: true, maxChars: 20 },
};
