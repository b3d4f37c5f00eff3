import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { rateCard } from '#contract/rates/cards.ts';
import { ibrOfLog, ibrState } from '#contract/rates/ibr.ts';
import { shownCardRate, shownRate } from '#domain/rates/card.ts';
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

/** The rates come in the order of trade, so the first ones are those that most customers ask for. */
const SHOWN_RATES = 8;

const asked = { staleTime: FRESH_MS, refetchOnWindowFocus: true } as const;

export function useBranchRates(branch: string): UseQueryResult<HomeRates> {
  return useQuery({
    ...asked,
    queryKey: ['home', 'card', branch],
    queryFn: async ({ signal }): Promise<HomeRates> => {
      const wanted = { type: 'B', date: '', branch };
      const { reply } = await call(rateCard, { asked: wanted }, { signal });
      return {
        publishedAt: reply[0]?.publishedAt ?? null,
        rows: reply.slice(0, SHOWN_RATES).map((row) => ({
          code: row.isd,
          flag: row.currencyFlag,
          values: [row.buy, row.sell].map((rate) => shownCardRate(row.isd, rate, row.ratePlaces)),
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
      const { reply } = await call(ibrOfLog, { srno: latest.srno }, { signal });
      return {
        publishedAt: latest.savedAt,
        rows: reply.slice(0, SHOWN_RATES).map(({ isd, currencyFlag, ibr, ratePlaces }) => ({
          code: isd,
          flag: currencyFlag,
          values: [shownRate(isd, ibr, ratePlaces)],
        })),
      };
    },
  });
}
