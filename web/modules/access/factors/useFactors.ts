import { useQuery, useQueryClient } from '@tanstack/react-query';
import { factorState } from '#contract/access/factors.ts';
import { call } from '#web/wire/call.ts';
import { useSession } from '#web/wire/session.ts';

const KEY = ['factors'];

/** The second factors of the user. They are read anew when the server wants one first. */
export function useFactors() {
  const due = useSession()?.factor ?? 'none';
  return useQuery({
    queryKey: [...KEY, due],
    queryFn: async ({ signal }) => (await call(factorState, {}, { signal })).reply,
  });
}

export function useRefreshFactors(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
