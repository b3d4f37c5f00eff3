import { useQuery } from '@tanstack/react-query';
import { employee } from '#contract/masters/employee.ts';
import type { NoteHolder } from '#domain/notes/custody.ts';
import { call } from '#web/wire/call.ts';
import { userMessage } from '#web/wire/problems.ts';
import type { Choice } from '#web/ui/SelectField.tsx';

const FRESH_MS = 60_000;
/** More holders than a branch has. */
const MOST = 500;

interface BranchHolders {
  /** The code of the vault; null if the branch has none. */
  readonly vault: string | null;
  /** The vault first, then the delivery executives. */
  readonly choices: readonly Choice[];
}
const NOBODY: BranchHolders = { vault: null, choices: [] };

export interface Holders extends BranchHolders {
  /** False until the reply has arrived: an empty list then does not mean that there are no holders. */
  readonly isKnown: boolean;
  /** The reason why the holders could not be loaded. */
  readonly failure: string | null;
  readonly retry: () => void;
}

/** The holder with a code, for the rules of custody. */
export const holderOf = ({ vault }: BranchHolders, code: string): NoteHolder => ({
  code,
  isVault: code === vault,
});

/** The holders of notes in a branch. */
export function useHolders(branch: string | null): Holders {
  const { data, error, refetch } = useQuery({
    queryKey: ['employee', 'options', 'holders', branch],
    enabled: branch !== null,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<BranchHolders> => {
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
    failure: data === undefined ? userMessage(error) : null,
    retry: () => void refetch(),
  };
}
