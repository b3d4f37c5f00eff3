import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { notesInMyHand } from '#contract/notes/stock.ts';
import { formatLedgerQuantity } from '#domain/quantities.ts';
import { call } from '#web/wire/call.ts';
import { homeText } from '#web/texts/home.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { QuerySection } from './QuerySection.tsx';
import styles from './Home.module.css';

const text = homeText.notes;

/** The notes that the user holds now; reloaded whenever a movement concerns the user. */
export function NotesInHand({ moved }: { moved: string }) {
  const query = useQuery({
    queryKey: ['home', 'notes', moved],
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => (await call(notesInMyHand, {}, { signal })).reply,
    placeholderData: (before) => before,
  });
  return (
    <QuerySection title={text.title} more={<Link to="/inhandreport">{text.more}</Link>} query={query}>
      {(notes) => (
        <>
          {notes.length === 0 ? <p className={styles.quiet}>{text.none}</p> : null}
          <table className={styles.rates} aria-label={text.table} hidden={notes.length === 0}>
            <tbody>
              {notes.map(({ product, isd, currencyName, currencyFlag, quantity }) => (
                <tr key={`${product} ${isd}`}>
                  <th scope="row">
                    <CurrencyName code={isd} name={currencyName} flag={currencyFlag} />
                  </th>
                  <td className="number">{formatLedgerQuantity(quantity)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </QuerySection>
  );
}
