import { useQuery } from '@tanstack/react-query';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { rupees, sumRupees } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { linkAmount } from '#domain/requests/payment-link.ts';
import { paymentLinkText as text } from '#web/texts/payments.ts';
import { detailQuery } from '../detailQuery.ts';

const wordsOf = ({ detail, payments }: RequestDetail): string => {
  const paid = sumRupees(payments.map(({ amount }) => rupees(amount)));
  return text.toWhom(detail.email, formatRupees(linkAmount(rupees(detail.grandTotal), paid)));
};

/** The recipient and the amount of the link that would be sent, under the specified question. */
export function LinkRecipient({ srno }: { srno: number }) {
  const { data } = useQuery({ ...detailQuery(srno), select: wordsOf, refetchOnMount: false });
  return <p>{data}</p>;
}
