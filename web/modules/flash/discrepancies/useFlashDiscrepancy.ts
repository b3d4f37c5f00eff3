import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addFlashRemark,
  currencyDiscrepancy,
  flashDiscrepancyHeader,
  setDiscrepancyStatus,
  transactionDiscrepancy,
  uploadFlashProof,
  type FlashDiscrepancy,
} from '#contract/flash/discrepancies.ts';
import type { AnswerStatus } from '#domain/flash/codes.ts';
import type { Underway } from '#web/ui/documents/UploadProgress.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { upload } from '#web/wire/upload.ts';

/** One discrepancy with its responses, and the calls that change it. Each call resolves when the thread is current. */
export function useFlashDiscrepancy(row: FlashDiscrepancy, mayAdd: boolean) {
  const client = useQueryClient();
  const { srno, hdrsrno, type, isd } = row;
  const key = ['flash', 'discrepancy', type, srno];
  const discrepancy = { serial: srno, type, header: hdrsrno };
  const detail = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const declared = type === 'C' ? currencyDiscrepancy : transactionDiscrepancy;
      return (await call(declared, { discrepancy }, { signal })).reply;
    },
  });
  const audit = useQuery({
    queryKey: ['flash', 'discrepancy-audit', hdrsrno],
    queryFn: async ({ signal }) =>
      (await call(flashDiscrepancyHeader, { discrepancy }, { signal })).reply.header,
  });
  const [submission] = useState(makeSubmission);
  const refresh = () => client.invalidateQueries({ queryKey: key });

  return {
    detail,
    audit: audit.data,
    respond: async (remark: string, file: File | null, underway: Underway): Promise<void> => {
      const response = { remark, srno, isd, type, hdrsrno, pageright: 'FLASHDISCREPANCY' };
      if (file === null) {
        await call(addFlashRemark, { response }, { idempotencyKey: submission.keyFor(response) });
        submission.done();
      } else await upload(uploadFlashProof, { ...response, uploaddoc: 'D' as const }, file, underway);
      await refresh();
    },
    setStatus: async (status: AnswerStatus): Promise<void> => {
      const decision = { disctype: type, status, srno, addright: mayAdd ? '1' : '0' };
      await call(
        setDiscrepancyStatus,
        { decision },
        { idempotencyKey: submission.keyFor([decision, row.version]) },
      );
      submission.done();
      await refresh();
    },
  };
}
