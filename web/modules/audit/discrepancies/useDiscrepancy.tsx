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
  const { adis_hdrsrno: srno, adis_lineno: lineno } = row;
  const key = ['audit', 'replies', lineno];
  const about = { srno, lineno, trantype: row.adis_trantype, tranno: row.adis_tranno };
  const replies = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call(listProofs, { discrepancy: { ...about, uploadType: 'AUDITPROOF' } }, { signal })).reply,
  });
  const [submission] = useState(makeSubmission);
  const refresh = () => client.invalidateQueries({ queryKey: key });

  async function change(
    declared: typeof decideDiscrepancy | typeof submitResponse,
    status: DiscrepancyStatus,
    remark = '',
  ) {
    const decision = { hdrsrno: srno, lineno, status, ...(remark === '' ? {} : { remark }) };
    const content = [declared.action, decision, row.version];
    await call(declared, { decision }, { idempotencyKey: submission.keyFor(content) });
    submission.done();
    await refresh();
  }

  return {
    replies,
    reply: async (remark: string, file: File | null, underway: Underway): Promise<void> => {
      const flag = row.adis_flag === 'M' ? 'M' : 'T';
      const meta = { ...about, pageright: screen, remark, tranmastflag: flag } as const;
      const idempotencyKey = submission.keyFor(meta);
      await upload(addReply, meta, file, { ...underway, idempotencyKey });
      submission.done();
      await refresh();
    },
    decide: (status: DiscrepancyStatus, remark?: string) => change(decideDiscrepancy, status, remark),
    submit: () => change(submitResponse, 'R'),
  };
}
