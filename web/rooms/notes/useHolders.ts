import { useQuery } from '@tanstack/react-query';
import { employee } from '#contract/masters/employee.ts';
import { call } from '#web/app/call.ts';
import { sayable } from '#web/app/problems.ts';
import type { Choice } from '#web/ui/SelectField.tsx';

const FRESH_MS = 60_000;
/** More than a branch has. */
const MOST = 500;

interface Known {
  /** The code of the vault; null where the branch has none. */
  readonly vault: string | null;
  /** The vault first, then who delivers. */
  readonly choices: readonly Choice[];
}
const NOBODY: Known = { vault: null, choices: [] };

export interface Holders extends Known {
  /** False until the answer has come: nobody is known of, which is not that there is nobody. */
  readonly isKnown: boolean;
  /** Why they could not be read, in words. */
  readonly failure: string | null;
  readonly retry: () => void;
}

/** Who holds notes in a branch. */
export function useHolders(branch: string | null): Holders {
  const { data, error, refetch } = useQuery({
    queryKey: ['employee', 'options', 'holders', branch],
    enabled: branch !== null,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<Known> => {
      const ask = async (role: string) =>
        (await call(employee.options, { page: { branch: branch ?? '', role, limit: MOST } }, { signal }))
          .reply;
      const [vaults, people] = await Promise.all([ask('vault'), ask('delivery')]);
      return {
        vault: vaults[0]?.value ?? null,
        choices: [...vaults, ...people].map(({ value, name }) => ({ value, label: `${name} (${value})` })),
      };
    },
  });
  return {
    ...(data ?? NOBODY),
    isKnown: data !== undefined,
    failure: data !== undefined || error === null ? null : sayable(error),
    retry: () => void refetch(),
  };
}
