import { formatAmount, formatDecimal, formatRupees, sumDecimals } from '#domain/numbers.ts';
import { PrintPage } from '../ui/PrintPage.tsx';
import { sampleRows } from './sampleRows.ts';

const rows = sampleRows(14);

export function PaperPage() {
  return (
    <PrintPage
      letterhead={{
        company: 'Sample Forex Private Limited',
        lines: [
          '12 Horniman Circle, Fort, Mumbai 400 001',
          'Authorised dealer category II · Licence FE/MUM/0000',
          '022 0000 0000 · branch@example.test',
        ],
        title: 'Hand-over slip',
        facts: [
          { label: 'Number', value: 'HO-0042' },
          { label: 'Date', value: '15/11/2026' },
          { label: 'Branch', value: 'Mumbai, Fort' },
        ],
      }}
      signatures={['Handed over by', 'Received by', 'Branch manager']}
      foot="Made by Bureau on 15/11/2026 at 14:05 IST. Valid only with both signatures."
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Customer</th>
            <th scope="col">Currency</th>
            <th scope="col" data-align="end">
              Quantity
            </th>
            <th scope="col" data-align="end">
              Amount ₹
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td>{row.number}</td>
              <td>{row.customer}</td>
              <td>{row.currency}</td>
              <td data-align="end">{formatDecimal(row.quantity, 0)}</td>
              <td data-align="end">{formatAmount(row.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>Total</td>
            <td data-align="end">{formatRupees(sumDecimals(rows.map((row) => row.amount)))}</td>
          </tr>
        </tfoot>
      </table>
    </PrintPage>
  );
}
