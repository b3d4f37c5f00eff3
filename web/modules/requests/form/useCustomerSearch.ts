import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/define.ts';
import { findCustomers } from '#contract/requests/customers.ts';
import { readCustomerQuery } from '#domain/requests/customers.ts';
import { call } from '#web/wire/call.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';

export type FoundCustomer = ReplyOf<typeof findCustomers>[number];

const PAUSE_MS = 200;
const FRESH_MS = 60_000;

const customersQuery = (text: string) => ({
  queryKey: requestKeys.customer(text),
  staleTime: FRESH_MS,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly FoundCustomer[]> =>
    readCustomerQuery(text) === null
      ? []
      : (await call(findCustomers, { asked: { q: text } }, { signal })).reply,
});

/** The customers whom a typed text finds, after a pause in typing. */
export function useCustomerSearch(typed: string) {
  const client = useQueryClient();
  const text = typed.trim();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({ ...customersQuery(settled), enabled: readCustomerQuery(settled) !== null });
  return {
    /** Null while the answer does not belong to the typed text. */
    found: settled === text ? (data ?? null) : null,
    /** The answer for the typed text, for a user who goes on before the list is shown. */
    ask: () => client.query(customersQuery(text)),
  };
}
