import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  saveDenominations,
  setInrStock,
  setLineStatus,
  type FlashCurrency,
} from '#contract/flash/currencies.ts';
import { TYPED_CURRENCY, type LineStatus } from '#domain/flash/codes.ts';
import type { FaceCounts } from '#web/ui/denominations/counts.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { StaleError } from '#web/wire/problems.ts';
import { denominationsQuery, flashCurrenciesQuery } from '../flashQueries.ts';
import { countsOf, isSameCount, linesOf } from './faceCounts.ts';

/** A count that is to be saved, with what the user started from. */
export interface TypedCount {
  readonly counts: FaceCounts;
  /** The saved count that the user started from. */
  readonly seen: FaceCounts;
  /** The version of the currency that the user started from. */
  readonly version: number;
}

/**
 * The writes of the currency tab. They are sent one after another, so that each one starts from the version that the one
 * before it has made, however fast somebody counts. The rows show each result without another fetch.
 */
export function useLineWrites(srno: number) {
  const client = useQueryClient();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [submission] = useState(makeSubmission);
  /** The last count of each currency that was saved here, with the version that it made. */
  const ownCounts = useRef(new Map<number, Pick<TypedCount, 'counts' | 'version'>>());
  const { queryKey } = flashCurrenciesQuery(srno);
  const lineOf = (currency: number) => client.getQueryData(queryKey)?.find((line) => line.srno === currency);

  function inOrder<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = last.current.then(write);
    last.current = result.catch(() => undefined);
    return result;
  }

  function showLine(line: FlashCurrency): void {
    client.setQueryData(queryKey, (lines) =>
      lines?.some(({ srno: known }) => known === line.srno)
        ? lines.map((each) => (each.srno === line.srno ? line : each))
        : [...(lines ?? []), line],
    );
  }

  async function sendCount(currency: number, counts: FaceCounts, version: number | undefined): Promise<void> {
    const count = { audit: srno, currency, lines: linesOf(counts) };
    const idempotencyKey = submission.keyFor([count, version]);
    const { reply } = await call(saveDenominations, { count }, { version, idempotencyKey });
    submission.done();
    client.setQueryData(denominationsQuery(srno, currency).queryKey, reply.denominations);
    showLine(reply.line);
    ownCounts.current.set(currency, { counts, version: reply.line.version });
  }

  /** Loads what another user has saved meanwhile. Resolves to the count as it is saved now. */
  async function reload(currency: number): Promise<FaceCounts> {
    const [saved] = await Promise.all([
      client.query({ ...denominationsQuery(srno, currency), staleTime: 0 }),
      client.query({ ...flashCurrenciesQuery(srno), staleTime: 0 }),
    ]);
    return countsOf(saved);
  }

  return {
    /** Saves the whole count of a currency, unless another user has saved one since `version`. */
    saveCount: (currency: number, { counts, seen, version }: TypedCount): Promise<void> =>
      inOrder(async () => {
        const own = ownCounts.current.get(currency);
        try {
          // The version in the list can be that of a count which the user has not seen.
          await sendCount(currency, counts, Math.max(version, own?.version ?? 0));
        } catch (error) {
          if (!(error instanceof StaleError)) throw error;
          const saved = await reload(currency);
          // An earlier attempt has reached the server, but its reply was lost.
          if (isSameCount(saved, counts)) {
            ownCounts.current.set(currency, { counts, version: lineOf(currency)?.version ?? version });
            return;
          }
          // Another change of the line, such as its status, does not touch the count.
          const known = own === undefined ? [seen] : [seen, own.counts];
          if (!known.some((each) => isSameCount(each, saved))) throw error;
          await sendCount(currency, counts, lineOf(currency)?.version);
        }
      }),

    setStatus: (currency: number, status: LineStatus): Promise<void> =>
      inOrder(async () => {
        const before = lineOf(currency);
        if (before !== undefined) showLine({ ...before, status });
        try {
          await call(setLineStatus, { line: { status, currency } });
        } catch (error) {
          if (before !== undefined) showLine(before);
          throw error;
        } finally {
          await client.invalidateQueries({ queryKey });
        }
      }),

    setStock: (currency: number, amount: string): Promise<void> =>
      inOrder(async () => {
        const stock = {
          currency,
          isd: TYPED_CURRENCY,
          isdName: TYPED_CURRENCY,
          audit: srno,
          amount,
        };
        showLine((await call(setInrStock, { stock })).reply.line);
      }),
  };
}
