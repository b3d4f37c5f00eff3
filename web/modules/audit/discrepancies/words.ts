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
  if (row.adis_flag === 'M') return row.adis_partyname;
  return [row.adis_trantype, row.adis_trantypesub, row.adis_tranno].filter((part) => part !== '').join(' ');
}

/** The facts of a discrepancy that are known, with their names. */
export function factsOf(row: DiscrepancyRow): readonly (readonly [string, string])[] {
  const { facts } = text;
  const about: readonly (readonly [string, string])[] =
    row.adis_flag === 'M'
      ? [
          [facts.masterType, row.adis_mastertypenm],
          [facts.document, row.adis_masterdocumentnm],
        ]
      : [
          [facts.date, row.adis_trandate],
          [facts.type, row.adis_trantypename],
          [facts.partner, row.adis_trantypesubname],
          [facts.purpose, row.adis_tranpurposename],
          [facts.partyType, row.adis_partytypename],
          [facts.party, row.adis_partyname],
        ];
  const all = [[facts.branch, row.adis_branchnm], [facts.audit, row.adis_month], ...about] as const;
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
    { id: 'raised', kind: 'raised', who: row.adis_raisedby, at: row.adis_raisedat, words: text.raised },
    ...replies.map(
      ({ adoc_srno, adoc_filename: name, adoc_bytes, adoc_remark, status, by, at }, place): ThreadEntry => ({
        id: String(adoc_srno),
        who: by,
        at,
        ...(isStatus(status)
          ? { kind: KIND_OF[status], words: becameWords(status, place) }
          : { kind: 'words', words: adoc_remark }),
        ...(name === ''
          ? {}
          : {
              proof: {
                name,
                size: documentText.bytes(adoc_bytes),
                act: kindOf(name) === 'other' ? discrepancyText.download : discrepancyText.show,
              },
            }),
      }),
    ),
  ];
}
