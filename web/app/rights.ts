import { useQuery, useQueryClient } from '@tanstack/react-query';
import { allowedBranchesSelect, allRights, screenRights } from '#contract/access/session.ts';
import { RIGHTS, type RightFlags, type RightKey } from '#domain/rights.ts';
import { call } from './call.ts';
import type { Held } from './menu.ts';

const RIGHTS_KEY = 'rights';
/** Short enough that opening a screen asks anew, long enough that its parts share one answer. */
const SCREEN_RIGHTS_FRESH_MS = 2_000;

/** Which of all right keys the user has; asked once, and again when the server says that they changed. */
export function useRights() {
  return useQuery({
    queryKey: [RIGHTS_KEY, 'all'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Held> => {
      const keys = Object.fromEntries(RIGHTS.map(({ key }) => [key, 0]));
      return (await call(allRights, { keys }, { signal })).reply;
    },
  });
}

/** What the user may do on one screen; asked whenever it is opened. */
export function useScreenRights(key: RightKey) {
  return useQuery({
    queryKey: [RIGHTS_KEY, 'screen', key],
    staleTime: SCREEN_RIGHTS_FRESH_MS,
    queryFn: async ({ signal }): Promise<RightFlags> => {
      const { query, add, edit } = (await call(screenRights, { key }, { signal })).reply;
      return { query: query === '1', add: add === '1', edit: edit === '1' };
    },
  });
}

/** The branches the user may see, without the entry that only says "select". */
export function useAllowedBranches() {
  return useQuery({
    queryKey: [RIGHTS_KEY, 'branches'],
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await call(allowedBranchesSelect, {}, { signal })).reply.filter(({ value }) => value !== ''),
  });
}

/** Asks anew what the user may do. */
export function useRefreshRights(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [RIGHTS_KEY] });
}
