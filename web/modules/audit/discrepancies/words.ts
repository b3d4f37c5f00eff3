import type { DiscrepancyRow, ReplyRow } from '#contract/audit/discrepancies.ts';
import type { DiscrepancyStatus } from '#domain/audit/codes.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { discrepancyText } from '#web/texts/discrepancy.ts';
import { documentText } from '#web/texts/documents.ts';
import { kindOf } from '#web/ui/documentKind.ts';
import type { ThreadEntry, ThreadKind } from '#web/ui/ReplyThread.tsx';
import type { Meaning } from '#web/ui/theme.ts';

const text = auditWorkText.view;

export const STATUS_MEANING = { P: 'waiting', R: 'info', D: 'done' } as const satisfies Record<
  DiscrepancyStatus,
  Meaning
>;

/** The transaction or the party that a discrepancy is about: SP 19644, MT WU 311, Nilgiri Money Changers. */
export function subjectOf(row: DiscrepancyRow): string {
  if (row.kind === 'M') return row.partyName;
  return [row.type, row.typeSub, row.number].filter((part) => part !== '').join(' ');
}

/** The facts of a discrepancy that are known, with their names. */
export function factsOf(row: DiscrepancyRow): readonly (readonly [string, string])[] {
  const { facts } = text;
  const about: readonly (readonly [string, string])[] =
    row.kind === 'M'
      ? [
          [facts.masterType, row.masterTypeName],
          [facts.document, row.masterDocumentName],
        ]
      : [
          [facts.date, row.transactionDate],
          [facts.type, row.typeName],
          [facts.partner, row.typeSubName],
          [facts.purpose, row.purposeName],
          [facts.partyType, row.partyTypeName],
          [facts.party, row.partyName],
        ];
  const all = [[facts.branch, row.branchName], [facts.audit, row.month], ...about] as const;
  return all.filter(([, value]) => value !== '');
}

const KIND_OF = { P: 'returned', R: 'review', D: 'cleared' } as const satisfies Record<
  DiscrepancyStatus,
  ThreadKind
>;
const isStatus = (status: string): status is DiscrepancyStatus => status in KIND_OF;

/** The thread of a discrepancy: how it was raised, and what was said and decided since. */
export function threadOf(row: DiscrepancyRow, replies: readonly ReplyRow[]): readonly ThreadEntry[] {
  const statusBefore = (at: number) =>
    replies
      .slice(0, at)
      .map(({ status }) => status)
      .findLast(isStatus);
  const becameWords = (status: DiscrepancyStatus, at: number) =>
    status === 'R' && statusBefore(at) === 'D' ? text.reopened : text.became[status];
  return [
    { id: 'raised', kind: 'raised', who: row.raisedBy, at: row.raisedAt, words: text.raised },
    ...replies.map(({ srno, filename: name, bytes, remark, status, by, at }, place): ThreadEntry => ({
      id: String(srno),
      who: by,
      at,
      ...(isStatus(status)
        ? { kind: KIND_OF[status], words: becameWords(status, place) }
        : { kind: 'words', words: remark }),
      ...(name === ''
        ? {}
        : {
            proof: {
              name,
              size: documentText.bytes(bytes),
              act: kindOf(name) === 'other' ? discrepancyText.download : discrepancyText.show,
            },
          }),
    })),
  ];
}
