import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownAccess } from '#contract/access/session.ts';
import type { ReplyOf } from '#contract/define.ts';
import type { Holder } from '#domain/access/grants.ts';
import { flagsOf, RIGHTS, type RightFlags, type RightKey, type Rights } from '#domain/rights.ts';
import { call } from './call.ts';
import { useSession } from './session.ts';

/** Whether the user has each right key. */
export type HeldRights = Readonly<Partial<Record<RightKey, 0 | 1>>>;

const ACCESS_KEY = ['access'];
/** Short enough that opening a screen asks anew, long enough that its parts share one answer. */
const FRESH_MS = 2_000;

type Access = Omit<ReplyOf<typeof ownAccess>, 'rights'> & { readonly rights: Rights };

const readRights = (letters: Readonly<Record<string, string>>): Rights =>
  Object.fromEntries(
    Object.entries(letters).map(([key, flags]) => [
      key,
      { query: flags.includes('Q'), add: flags.includes('A'), edit: flags.includes('E') },
    ]),
  );

/**
 * One call answers for the user, all rights and the branches, so that a screen waits for a single round trip. It is asked
 * again when the server says that rights changed, and where `staleTime` asks for it.
 */
function useAccess<Part>(select: (access: Access) => Part, staleTime = Infinity) {
  return useQuery({
    queryKey: ACCESS_KEY,
    staleTime,
    select,
    queryFn: async ({ signal }): Promise<Access> => {
      const { rights, ...access } = (await call(ownAccess, {}, { signal })).reply;
      return { ...access, rights: readRights(rights) };
    },
  });
}

const heldOf = ({ rights }: Access): HeldRights =>
  Object.fromEntries(RIGHTS.map(({ key }) => [key, flagsOf(rights, key).query ? 1 : 0]));

/** Which right keys the user may query. */
export const useRights = () => useAccess(heldOf);

/** What the user may do on one screen. */
export const useScreenRights = (key: RightKey) => useAccess(({ rights }): RightFlags => flagsOf(rights, key));

/** The same for the frame of a screen, which asks anew whenever the screen is opened. */
export const useRightsOnOpening = (key: RightKey) =>
  useAccess(({ rights }): RightFlags => flagsOf(rights, key), FRESH_MS);

const rightsOf = ({ rights }: Access): Rights => rights;

/** Every right of the user with its flags. */
export const useAllRights = () => useAccess(rightsOf);

/**
 * The user with their rights, to decide which rights they can grant; the server checks the branches. They are asked anew
 * when the server says that rights changed. Until they are known, only user number 1 may grant.
 */
export function useHolder(): Holder {
  const account = useSession()?.srno ?? 0;
  const { data: rights } = useAccess(rightsOf, FRESH_MS);
  return useMemo(() => ({ account, rights: rights ?? {}, reach: 'all' }), [rights, account]);
}

const nameOf = ({ user }: Access): string => user.name;

/** The name of the user as the server has it now. */
export const useUserName = () => useAccess(nameOf);

const branchesOf = ({ branches }: Access) => branches;

/** How many branches the user may see, and the first of them. */
export const useAllowedBranches = () => useAccess(branchesOf);

const draftKeyOf = ({ draftKey }: Access): string => draftKey;

/** The key of the user's drafts that wait on this device. It is in memory only, and gone with the session. */
export const useDraftKey = () => useAccess(draftKeyOf);

/** Reloads the user's rights. */
export function useRefreshRights(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ACCESS_KEY });
}
