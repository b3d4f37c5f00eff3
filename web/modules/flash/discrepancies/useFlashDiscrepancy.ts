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
  const { srno, audit: auditSrno, kind, isd } = row;
  const key = ['flash', 'discrepancy', kind, srno];
  const discrepancy = { srno, kind, audit: auditSrno };
  const detail = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const declared = kind === 'C' ? currencyDiscrepancy : transactionDiscrepancy;
      return (await call(declared, { discrepancy }, { signal })).reply;
    },
  });
  const audit = useQuery({
    queryKey: ['flash', 'discrepancy-audit', auditSrno],
    queryFn: async ({ signal }) =>
      (await call(flashDiscrepancyHeader, { discrepancy }, { signal })).reply.header,
  });
  const [submission] = useState(makeSubmission);
  const refresh = () => client.invalidateQueries({ queryKey: key });

  return {
    detail,
    audit: audit.data,
    respond: async (remark: string, file: File | null, underway: Underway): Promise<void> => {
      const page = 'FLASHDISCREPANCY';
      if (file === null) {
        const response = { remark, isd, ...discrepancy, pageRight: page };
        await call(addFlashRemark, { response }, { idempotencyKey: submission.keyFor(response) });
        submission.done();
      } else {
        const meta = {
          remark,
          srno,
          isd,
          type: kind,
          hdrsrno: auditSrno,
          pageright: page,
          uploaddoc: 'D' as const,
        };
        await upload(uploadFlashProof, meta, file, underway);
      }
      await refresh();
    },
    setStatus: async (status: AnswerStatus): Promise<void> => {
      const decision = { kind, status, srno, addRight: mayAdd ? '1' : '0' };
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
