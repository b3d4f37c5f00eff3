import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addReply,
  decideDiscrepancy,
  listProofs,
  submitResponse,
  type DiscrepancyRow,
} from '#contract/audit/discrepancies.ts';
import type { DiscrepancyStatus } from '#domain/audit/codes.ts';
import type { Underway } from '#web/ui/documents/UploadProgress.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { upload } from '#web/wire/upload.ts';

/** The screen on which a discrepancy is shown; a right on either of the two is enough. */
export type DiscrepancyScreen = 'ASSESSMENT' | 'DISCREPANCY';

/** What was said about a discrepancy, and the calls that change it. Each call resolves when the thread is current. */
export function useDiscrepancy(row: DiscrepancyRow, screen: DiscrepancyScreen) {
  const client = useQueryClient();
  const { audit, lineNo, type, number } = row;
  const key = ['audit', 'replies', lineNo];
  const replies = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (
        await call(
          listProofs,
          { discrepancy: { audit, lineNo, type, number, uploadType: 'AUDITPROOF' } },
          { signal },
        )
      ).reply,
  });
  const [submission] = useState(makeSubmission);
  const refresh = () => client.invalidateQueries({ queryKey: key });

  async function change(
    declared: typeof decideDiscrepancy | typeof submitResponse,
    status: DiscrepancyStatus,
    remark = '',
  ) {
    const decision = { audit, lineNo, status, ...(remark === '' ? {} : { remark }) };
    const content = [declared.action, decision, row.version];
    await call(declared, { decision }, { idempotencyKey: submission.keyFor(content) });
    submission.done();
    await refresh();
  }

  return {
    replies,
    reply: async (remark: string, file: File | null, underway: Underway): Promise<void> => {
      const meta = {
        srno: audit,
        lineno: lineNo,
        trantype: type,
        tranno: number,
        pageright: screen,
        remark,
        tranmastflag: row.kind === 'M' ? 'M' : 'T',
      } as const;
      const idempotencyKey = submission.keyFor(meta);
      await upload(addReply, meta, file, { ...underway, idempotencyKey });
      submission.done();
      await refresh();
    },
    decide: (status: DiscrepancyStatus, remark?: string) => change(decideDiscrepancy, status, remark),
    submit: () => change(submitResponse, 'R'),
  };
}
