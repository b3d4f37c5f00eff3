import { useQuery } from '@tanstack/react-query';
import { employee } from '#contract/masters/employee.ts';
import { call } from '#web/app/call.ts';
import type { Choice } from '#web/ui/SelectField.tsx';

const FRESH_MS = 60_000;
/** More than a branch has. */
const MOST = 500;

interface Holders {
  /** The code of the vault; null where the branch has none. */
  readonly vault: string | null;
  /** The vault first, then who delivers. */
  readonly choices: readonly Choice[];
}
const NOBODY: Holders = { vault: null, choices: [] };

/** Who holds notes in a branch. */
export function useHolders(branch: string | null): Holders {
  const { data = NOBODY } = useQuery({
    queryKey: ['employee', 'options', 'holders', branch],
    enabled: branch !== null,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<Holders> => {
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
  return data;
}
