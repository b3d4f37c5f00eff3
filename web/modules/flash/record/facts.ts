import type { FlashHeader } from '#contract/flash/flash.ts';
import type { Fact } from '#web/patterns/record/RecordHeader.tsx';
import { flashText } from '#web/texts/flash.ts';

const text = flashText.record;

/** What the head of a flash audit says about it. */
export const factsOf = ({
  branch,
  branchName,
  date,
  cashier,
  auditor,
  remark,
}: FlashHeader): readonly Fact[] => [
  { label: text.facts.branch, value: `${branch} ${branchName}` },
  { label: text.facts.date, value: date },
  { label: text.facts.cashier, value: cashier },
  { label: text.facts.auditor, value: auditor },
  { label: text.facts.remark, value: remark === '' ? text.none : remark },
];
