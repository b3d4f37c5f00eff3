import { letterheadOf } from './payee.tsx';
import type { Payee } from './usePayee.ts';
import type { Result } from './useResult.ts';
import { paymentsText as text } from '#web/texts/payments.ts';
import { Paper } from '#web/ui/PrintPage.tsx';
import { momentOf } from '#web/ui/when.ts';

interface ReceiptProps {
  payee: Payee;
  result: Result;
  amount: string;
}

/** The receipt of a payment on paper. It is rendered only for the printer. */
export function Receipt({ payee, result, amount }: ReceiptProps) {
  const rows: readonly (readonly [string, string])[] = [
    [text.receipt.purpose, text.receipt.request(payee.request)],
    [text.orderId, result.orderId],
    [text.bankReference, result.bankReference],
    [text.time, momentOf(result.completedAt)],
  ];
  return (
    <div className="only-print">
      <Paper
        letterhead={{
          ...letterheadOf(payee),
          title: text.receipt.title,
          level: 2,
          facts: [
            { label: text.receipt.number, value: result.paymentId },
            { label: text.receipt.date, value: momentOf(result.completedAt) },
            { label: text.receipt.branch, value: payee.branch },
          ],
        }}
        foot={text.receipt.foot}
      >
        <p>{text.receipt.received(amount)}</p>
        <table>
          <tbody>
            {rows
              .filter(([, value]) => value !== '')
              .map(([label, value]) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td>{value}</td>
                </tr>
              ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{text.amount}</td>
              <td>{amount}</td>
            </tr>
          </tfoot>
        </table>
      </Paper>
    </div>
  );
}
