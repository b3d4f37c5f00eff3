import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/define.ts';
import { formFacts } from '#contract/requests/form.ts';
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

export type Facts = ReplyOf<typeof formFacts>;

/** What the form reckons with, for what stands in it. */
export function useFacts({ branch, pan, nationality, destination }: RequestDraft, srno: number) {
  const read = readPan(pan);
  const whole = read.wasCleared ? '' : read.pan;
  const asked = { branch, pan: whole, nationality, destination, srno };
  return useQuery({
    queryKey: [...FACTS_KEY, asked],
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Facts> => (await call(formFacts, { asked }, { signal })).reply,
  });
}

/** What the branch's card says for a currency: it sells at the sell rate and buys at the buy rate. */
export function cardRateOf(facts: Facts | undefined, type: RequestDraft['type'], isd: string): Exact | null {
  const row = facts?.rates.find((rate) => rate.isd === isd);
  if (row === undefined || type === '') return null;
  return readExact(isSale(type) ? row.sell : row.buy);
}

/** What the law asks to look at; the server looks again and logs it when it saves. */
export function warningsFor(
  draft: RequestDraft,
  facts: Facts | undefined,
  grandTotal: Rupees | null,
): Warning[] {
  if (facts === undefined) return [];
  const rateOffPercent = readExact(facts.rateoffpercent);
  const limits = WARNING_LIMITS.map((row) => (rateOffPercent === null ? row : { ...row, rateOffPercent }));
  const named = (name: string, fatf: 0 | 1) => (name === '' ? null : { name, fatf: fatf === 1 });
  return warningsOn(
    draft,
    {
      day: isoDate(facts.date),
      grandTotal: grandTotal ?? NO_RUPEES,
      usdRate: readExact(facts.usdrate),
      lrsUsdBefore: readExact(facts.yearusd),
      nationality: named(draft.nationality, facts.nationalityfatf),
      destination: named(draft.destination, facts.destinationfatf),
      cardRate: ({ isd }: ProductLine) => cardRateOf(facts, draft.type, isd),
    },
    limits,
  );
}
