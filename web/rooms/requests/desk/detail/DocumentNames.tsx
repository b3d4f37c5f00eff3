import { formatDateTime } from '#domain/dates.ts';
import { deskText } from '#web/texts/desk.ts';
import styles from './Detail.module.css';
import type { DocumentsProps } from './documents.ts';

/** The documents by name. */
export function DocumentNames({ documents }: DocumentsProps) {
  if (documents.length === 0) return <p className={styles.none}>{deskText.request.noDocuments}</p>;
  return (
    <ul className={styles.names}>
      {documents.map((document) => (
        <li key={document.doc_srno}>
          <span>{document.docm_desc}</span> <span>{document.doc_filename}</span>{' '}
          <span className={styles.quiet}>
            {deskText.request.by(
              document.doc_uploadedby,
              formatDateTime(Date.parse(document.doc_uploadedat)),
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
