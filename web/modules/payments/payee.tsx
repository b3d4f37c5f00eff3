import { paymentsText as text } from '#web/texts/payments.ts';
import type { LetterheadProps } from '#web/ui/PrintPage.tsx';
import styles from './PaymentResult.module.css';
import type { Payee } from './usePayee.ts';

const logoOf = ({ logo }: Payee) =>
  // The name of the company is beside it, so the alternative text is empty.
  logo === '' ? null : <img src={`data:image/png;base64,${logo}`} alt="" />;

/** The letterhead of the company, as on every other paper. */
export const letterheadOf = (payee: Payee): Pick<LetterheadProps, 'company' | 'lines' | 'logo'> => ({
  company: payee.company,
  lines: payee.lines,
  logo: logoOf(payee),
});

export const PayeeName = ({ payee }: { payee: Payee }) => (
  <>
    {logoOf(payee)}
    <div>
      <b>{payee.company}</b>
      {payee.branch === '' ? null : <span className={styles.branch}>{payee.branch}</span>}
    </div>
  </>
);

/** Where the payer can ask. */
export function PayeeContact({ payee }: { payee: Payee }) {
  const lines = [payee.contact1, payee.contact2, payee.branchAddress].filter((line) => line !== '');
  return lines.length === 0 ? null : (
    <section className={styles.contact} aria-label={text.questions}>
      <h2>{text.questions}</h2>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}
