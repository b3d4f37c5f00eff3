import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { listDenominations, listFlashCurrencies } from '#contract/flash/currencies.ts';
import { flashDetails } from '#contract/flash/flash.ts';
import { flashReport, listFlashTransactions } from '#contract/flash/transactions.ts';
import { call } from '#web/wire/call.ts';

export const FLASH_LIST = ['flash', 'list'] as const;

/** The header of one flash audit. */
export const flashHeaderQuery = (srno: number) =>
  queryOptions({
    queryKey: ['flash', 'audit', srno, 'header'],
    queryFn: async ({ signal }) => (await call(flashDetails, { audit: { srno } }, { signal })).reply,
  });

export const flashCurrenciesQuery = (srno: number) =>
  queryOptions({
    queryKey: ['flash', 'audit', srno, 'currencies'],
    queryFn: async ({ signal }) => (await call(listFlashCurrencies, { audit: { srno } }, { signal })).reply,
  });

export const flashTransactionsQuery = (srno: number) =>
  queryOptions({
    queryKey: ['flash', 'audit', srno, 'transactions'],
    queryFn: async ({ signal }) => (await call(listFlashTransactions, { audit: { srno } }, { signal })).reply,
  });

/** The saved count of one currency. */
export const denominationsQuery = (audit: number, currency: number) =>
  queryOptions({
    queryKey: ['flash', 'count', audit, currency],
    queryFn: async ({ signal }) =>
      (await call(listDenominations, { scope: { audit, currency } }, { signal })).reply,
  });

export const flashReportQuery = (srno: number) =>
  queryOptions({
    queryKey: ['flash', 'report', srno],
    // A report shows the audit as it is now, and never an earlier state of it.
    gcTime: 0,
    queryFn: async ({ signal }) => (await call(flashReport, { audit: { srno } }, { signal })).reply,
  });

/** Fetches a flash audit with its lines, and the list, again after a change. */
export const refreshFlash = (client: QueryClient, srno: number): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['flash', 'audit', srno] }),
    client.invalidateQueries({ queryKey: FLASH_LIST }),
  ]);
