import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/define.ts';
import { formFacts } from '#contract/requests/form.ts';
import { isoDate } from '#domain/dates.ts';
import { readPan } from '#domain/masters/entity.ts';
import { NO_RUPEES, readExact, type Exact, type Rupees } from '#domain/money.ts';
import { isSale } from '#domain/requests/codes.ts';
import type { ProductLine, RequestDraft } from '#domain/requests/draft.ts';
import { WARNING_LIMITS } from '#domain/requests/limits.ts';
import { warningsOn, type Warning } from '#domain/requests/warnings.ts';
import { call } from '#web/wire/call.ts';
import { isPassing } from '#web/wire/problems.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';

/** Rates are published once a day, and sometimes corrected. */
const FRESH_MS = 60_000;

export type Facts = ReplyOf<typeof formFacts>;

/** The latest facts of a branch, without those about a person, for a form that is filled in without a connection. */
function knownFacts(client: QueryClient, branch: string): Facts | undefined {
  const found = client.getQueriesData<Facts>({ queryKey: [...requestKeys.facts, branch] });
  const last = found.findLast(([, data]) => data !== undefined)?.[1];
  return last && { ...last, yearTotal: '', yearUsd: '', nationalityFatf: false, destinationFatf: false };
}

/** The facts that the form needs for its calculations, for its current content. */
export function useFacts({ branch, pan, nationality, destination }: RequestDraft, srno: number) {
  const read = readPan(pan);
  const whole = read.wasCleared ? '' : read.pan;
  const asked = { branch, pan: whole, nationality, destination, srno };
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...requestKeys.facts, branch, asked],
    staleTime: FRESH_MS,
    gcTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Facts> => (await call(formFacts, { asked }, { signal })).reply,
  });
  return { data: data ?? (isPassing(error) ? knownFacts(client, branch) : undefined), refetch };
}

/** The branch card's rate of a currency: the sell rate for a sale, the buy rate for a purchase. */
export function cardRateOf(facts: Facts | undefined, type: RequestDraft['type'], isd: string): Exact | null {
  const row = facts?.rates.find((rate) => rate.isd === isd);
  if (row === undefined || type === '') return null;
  return readExact(isSale(type) ? row.sell : row.buy);
}

/** The decimals to which the branch's card rounds the rates of a currency; 0 if there is no card. */
export const cardPlacesOf = (facts: Facts | undefined, isd: string): number =>
  facts?.rates.find((rate) => rate.isd === isd)?.places ?? 0;

/** The warnings that the law requires; the server checks again and logs them when it saves. */
export function warningsFor(
  draft: RequestDraft,
  facts: Facts | undefined,
  grandTotal: Rupees | null,
): Warning[] {
  if (facts === undefined) return [];
  const rateOffPercent = readExact(facts.rateOffPercent);
  const limits = WARNING_LIMITS.map((row) => (rateOffPercent === null ? row : { ...row, rateOffPercent }));
  const named = (name: string, fatf: boolean) => (name === '' ? null : { name, fatf });
  return warningsOn(
    draft,
    {
      day: isoDate(facts.date),
      grandTotal: grandTotal ?? NO_RUPEES,
      usdRate: readExact(facts.usdRate),
      lrsUsdBefore: readExact(facts.yearUsd),
      nationality: named(draft.nationality, facts.nationalityFatf),
      destination: named(draft.destination, facts.destinationFatf),
      cardRate: ({ isd }: ProductLine) => cardRateOf(facts, draft.type, isd),
    },
    limits,
  );
}
