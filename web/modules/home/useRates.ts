import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { rateCard } from '#contract/rates/cards.ts';
import { ibrOfLog, ibrState } from '#contract/rates/ibr.ts';
import { staffRate } from '#domain/rates/card.ts';
import { call } from '#web/wire/call.ts';
import { FRESH_MS } from './fresh.ts';

export interface HomeRates {
  /** ISO 8601; null if nothing has been published. */
  readonly publishedAt: string | null;
  readonly rows: readonly {
    readonly code: string;
    readonly flag: string;
    readonly values: readonly string[];
  }[];
}

/** The currencies that most customers ask for come first. */
const FIRST = ['USD', 'EUR', 'GBP', 'AED', 'SGD', 'AUD', 'CAD', 'THB'];

function foremost<Row>(rows: readonly Row[], codeOf: (row: Row) => string): readonly Row[] {
  const place = (row: Row) => (FIRST.indexOf(codeOf(row)) + FIRST.length + 1) % (FIRST.length + 1);
  return rows.toSorted((a, b) => place(a) - place(b)).slice(0, FIRST.length);
}

const asked = { staleTime: FRESH_MS, refetchOnWindowFocus: true } as const;

export function useBranchRates(branch: string): UseQueryResult<HomeRates> {
  return useQuery({
    ...asked,
    queryKey: ['home', 'card', branch],
    queryFn: async ({ signal }): Promise<HomeRates> => {
      const wanted = { eType: 'B', reqDate: '', reqBranch: branch };
      const { reply } = await call(rateCard, { asked: wanted }, { signal });
      return {
        publishedAt: reply[0]?.mih_timestamp ?? null,
        rows: foremost(reply, ({ mid_isd }) => mid_isd).map((row) => ({
          code: row.mid_isd,
          flag: row.isd_flag,
          values: [staffRate(row.mid_isd, row.mid_buy), staffRate(row.mid_isd, row.mid_sell)],
        })),
      };
    },
  });
}

export function useInterBankRates(): UseQueryResult<HomeRates> {
  return useQuery({
    ...asked,
    queryKey: ['home', 'ibr'],
    queryFn: async ({ signal }): Promise<HomeRates> => {
      const { latest } = (await call(ibrState, {}, { signal })).reply;
      if (latest === null) return { publishedAt: null, rows: [] };
      const { reply } = await call(ibrOfLog, { srno: latest.mih_srno }, { signal });
      return {
        publishedAt: latest.mih_timestamp,
        rows: foremost(reply, ({ isd }) => isd).map(({ isd, isd_flag, ibr }) => ({
          code: isd,
          flag: isd_flag,
          values: [ibr],
        })),
      };
    },
  });
}
