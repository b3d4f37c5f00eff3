import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formFacts } from '#contract/requests/requests.ts';
import { isoDate } from '#domain/dates.ts';
import { readPan } from '#domain/masters/entity.ts';
import { NO_RUPEES, readExact, type Exact, type Rupees } from '#domain/money.ts';
import { isSale } from '#domain/requests/codes.ts';
import type { ProductLine, RequestDraft } from '#domain/requests/draft.ts';
import { WARNING_LIMITS } from '#domain/requests/limits.ts';
import { warningsOn, type Warning } from '#domain/requests/warnings.ts';
import { call } from '#web/app/call.ts';

/** Rates are published once a day, and corrected now and then. */
const FRESH_MS = 60_000;

export const FACTS_KEY = ['requests', 'facts'] as const;

async function fetchFacts(branch: string, pan: string, signal?: AbortSignal) {
  return (await call(formFacts, { asked: { branch, pan } }, { signal })).reply;
}
export type Facts = Awaited<ReturnType<typeof fetchFacts>>;

/** What the form reckons with, for the branch and the PAN that stand in it. */
export function useFacts({ branch, pan }: Pick<RequestDraft, 'branch' | 'pan'>) {
  const read = readPan(pan);
  const whole = read.wasCleared ? '' : read.pan;
  return useQuery({
    queryKey: [...FACTS_KEY, branch, whole],
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchFacts(branch, whole, signal),
  });
}

/** What the branch's card says for a currency: it sells at the sell rate and buys at the buy rate. */
export function cardRateOf(facts: Facts | undefined, type: RequestDraft['type'], isd: string): Exact | null {
  const row = facts?.rates.find((rate) => rate.isd === isd);
  if (row === undefined || type === '') return null;
  return readExact(isSale(type) ? row.sell : row.buy);
}

/** What the law asks to look at, as far as the form knows it; the server knows more and says so when it saves. */
export function warningsFor(
  draft: RequestDraft,
  facts: Facts | undefined,
  grandTotal: Rupees | null,
): Warning[] {
  if (facts === undefined) return [];
  const rateOffPercent = readExact(facts.rateoffpercent);
  const limits = WARNING_LIMITS.map((row) => (rateOffPercent === null ? row : { ...row, rateOffPercent }));
  const named = (name: string) => (name === '' ? null : { name, fatf: false });
  return warningsOn(
    draft,
    {
      day: isoDate(facts.date),
      grandTotal: grandTotal ?? NO_RUPEES,
      usdRate: readExact(facts.rates.find(({ isd }) => isd === 'USD')?.ibr ?? ''),
      lrsUsdBefore: null,
      nationality: named(draft.nationality),
      destination: named(draft.destination),
      cardRate: ({ isd }: ProductLine) => cardRateOf(facts, draft.type, isd),
    },
    limits,
  );
}
