import { useQuery } from '@tanstack/react-query';
import type { HandoverSlip } from '#contract/notes/notes.ts';
import { requestDocuments } from '#contract/requests/documents.ts';
import { formatDateTime } from '#domain/dates.ts';
import { notesText } from '#web/texts/notes.ts';
import { call } from '#web/wire/call.ts';
import { NOTES_KEY } from '../lines/useLines.ts';
import styles from './Slip.module.css';

const text = notesText.slip;
/** The trail records every view of a picture, and a slip of a round has few. Those beyond are named only. */
const MOST_PICTURES = 12;

type Proof = HandoverSlip['proofs'][number];

/** The signatures and photos of the deliveries that the notes of a slip went to. */
export function SlipProofs({ proofs }: { proofs: readonly Proof[] }) {
  return (
    <section className={styles.proofs}>
      <h2>{text.proofs}</h2>
      <ul>
        {proofs.map((proof, at) => (
          <li key={proof.srno}>
            {at < MOST_PICTURES ? <Picture proof={proof} /> : null}
            <p>
              <strong>{text.proofOf(proof.srno, proof.customer)}</strong>
            </p>
            <p>{text.receivedBy(proof.by || proof.customer, formatDateTime(Date.parse(proof.at)))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ proof: { document, customer } }: { proof: Proof }) {
  const { data, isError } = useQuery({
    queryKey: [NOTES_KEY, 'proof', document.srno],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => (await call(requestDocuments.view, { document }, { signal })).reply,
  });
  return (
    <div className={styles.picture} aria-busy={data === undefined && !isError}>
      {data === undefined ? null : (
        <img src={`data:${data.type};base64,${data.content}`} alt={text.picture(customer)} />
      )}
      {isError ? text.noPicture : null}
    </div>
  );
}
