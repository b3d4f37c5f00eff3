import { useEffect, useState } from 'react';
import { payeeOfOrder } from '#contract/payments/payments.ts';
import type { ReplyOf } from '#contract/define.ts';
import { call } from '#web/wire/call.ts';

export type Payee = ReplyOf<typeof payeeOfOrder>[number];

/**
 * The company and the branch that are paid; null until they are loaded, undefined if the link is not known. A failure
 * is silent, because the result itself reports it; the next result asks again.
 */
export function usePayee(orderid: string, ordertoken: string, asks: boolean): Payee | null | undefined {
  const [payee, setPayee] = useState<Payee | null | undefined>(null);
  useEffect(() => {
    if (!asks) return;
    const leaving = new AbortController();
    call(payeeOfOrder, { orderid, ordertoken }, { signal: leaving.signal }).then(
      ({ reply }) => setPayee(reply[0]),
      () => undefined,
    );
    return () => leaving.abort();
  }, [orderid, ordertoken, asks]);
  return payee;
}
