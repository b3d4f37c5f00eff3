import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RightFlags } from '#domain/rights.ts';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { auditDetailText as text } from '#web/texts/audit.ts';
import { isNotThere } from '#web/wire/problems.ts';
import { auditDetailQuery, refreshAudit } from '../auditQueries.ts';
import type { AuditAddress } from '../useAuditAddress.ts';
import { AuditRecord } from './AuditRecord.tsx';

interface AuditViewProps {
  srno: number;
  address: AuditAddress;
  may: RightFlags;
}

/** One audit, once it is fetched. */
export function AuditView({ srno, address, may }: AuditViewProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(auditDetailQuery(srno));
  // An audit that is no longer in the user's scope is not shown any more.
  if (data !== undefined && !isNotThere(error))
    return (
      <AuditRecord
        detail={data}
        address={address}
        may={may}
        onChanged={() => void refreshAudit(client, srno)}
      />
    );
  return (
    <>
      {error === null ? <div aria-busy /> : null}
      <OpenFailed
        title={text.failed}
        error={error}
        onRetry={() => void refetch()}
        back={text.back}
        onBack={address.close}
      />
    </>
  );
}
