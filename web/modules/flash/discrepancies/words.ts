import type { FlashDiscrepancy, FlashResponse } from '#contract/flash/discrepancies.ts';
import { FLASH_FLOW } from '#domain/flash/flash.ts';
import type { AnswerStatus } from '#domain/flash/codes.ts';
import { isCounted } from '#domain/flash/counted.ts';
import { daysBetween, parseDate } from '#domain/dates.ts';
import { formatAmount } from '#domain/numbers.ts';
import { discrepancyText } from '#web/texts/discrepancy.ts';
import { documentText } from '#web/texts/documents.ts';
import { flashText } from '#web/texts/flash.ts';
import { kindOf } from '#web/ui/documentKind.ts';
import type { ThreadEntry, ThreadKind } from '#web/ui/ReplyThread.tsx';
import { today } from '#web/ui/today.ts';
import { differenceWords } from '../difference.ts';

const text = flashText.discrepancies;

/** The currency or the transaction that a discrepancy is about: GBP, SP 4711. */
export const subjectOf = (row: FlashDiscrepancy): string =>
  row.kind === 'C' ? row.isd : `${row.saleType} ${row.number}`;

/** What is wrong, in a sentence. */
export function aboutOf(row: FlashDiscrepancy): string {
  if (row.kind === 'T') return text.aboutTransaction(row.document);
  if (!isCounted(row)) return text.aboutUncounted(formatAmount(row.reportValue));
  const { amount, way } = differenceWords(row.difference);
  return text
    .aboutCurrency(formatAmount(row.reportValue), formatAmount(row.actualValue), amount, way)
    .replace(' .', '.');
}

/** The days since the audit. */
export function ageOf({ date }: FlashDiscrepancy): number {
  const day = parseDate(date, today());
  return day === null ? 0 : daysBetween(day, today());
}

interface AuditFacts {
  readonly auditor: string;
  readonly cashier: string;
}

/** The facts of a discrepancy that are known, with their names. */
export function factsOf(
  row: FlashDiscrepancy,
  audit: AuditFacts | undefined,
): readonly (readonly [string, string])[] {
  const { facts } = text;
  const all = [
    [facts.branch, row.branchName],
    [facts.audit, row.date],
    [facts.status, FLASH_FLOW.words[row.auditStatus]],
    [facts.auditor, audit?.auditor ?? ''],
    [facts.cashier, audit?.cashier ?? ''],
    [facts.date, row.kind === 'T' ? row.transactionDate : ''],
  ] as const;
  return all.filter(([, value]) => value !== '');
}

const KIND_OF = { P: 'returned', R: 'review', O: 'cleared' } as const satisfies Record<
  AnswerStatus,
  ThreadKind
>;
const isStatus = (status: string): status is AnswerStatus => status in KIND_OF;

/** What a change of the status means. One that was OK is not submitted by the branch, it is taken back. */
const becameWords = (status: AnswerStatus, before: string): string =>
  status === 'R' && before === 'O' ? text.reopened : text.became[status];

const statusBefore = (responses: readonly FlashResponse[], index: number): string =>
  responses.slice(0, index).findLast(({ status }) => status !== '')?.status ?? '';

/** What was said and decided, the oldest first. */
export const threadOf = (responses: readonly FlashResponse[]): readonly ThreadEntry[] =>
  responses.map(({ srno, remark, filename, bytes, status, by, at }, index) => ({
    id: String(srno),
    who: by,
    at,
    ...(isStatus(status)
      ? { kind: KIND_OF[status], words: becameWords(status, statusBefore(responses, index)) }
      : { kind: 'words', words: remark }),
    ...(filename === ''
      ? {}
      : {
          proof: {
            name: filename,
            size: documentText.bytes(bytes),
            act: kindOf(filename) === 'other' ? discrepancyText.download : discrepancyText.show,
          },
        }),
  }));
