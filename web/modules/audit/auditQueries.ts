import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { auditChoices, detailAudit } from '#contract/audit/audit.ts';
import { call } from '#web/wire/call.ts';

export const AUDIT_LIST = ['audit', 'list'] as const;

/** One audit with everything but its transactions. */
export const auditDetailQuery = (srno: number) =>
  queryOptions({
    queryKey: ['audit', 'detail', srno],
    queryFn: async ({ signal }) => (await call(detailAudit, { audit: { srno } }, { signal })).reply,
  });

export const auditChoicesQuery = queryOptions({
  queryKey: ['audit', 'choices'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call(auditChoices, {}, { signal })).reply,
});

/** Fetches an audit and the list again after a change. */
export const refreshAudit = (client: QueryClient, srno: number): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: auditDetailQuery(srno).queryKey }),
    client.invalidateQueries({ queryKey: AUDIT_LIST }),
  ]);
