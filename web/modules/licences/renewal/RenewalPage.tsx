import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { appText } from '#web/texts/app.ts';
import { renewalText as text } from '#web/texts/renewal.ts';
import { uiText } from '#web/texts/ui.ts';
import styles from './Renewal.module.css';
import { RequiredDocument } from './RequiredDocument.tsx';
import { useRenewal, type Renewal } from './useRenewal.ts';

/** An entity sends its licence documents by its link. Nobody is signed in here; the page is made for a phone. */
export function RenewalPage() {
  const { entityKey = '' } = useParams();
  const renewal = useRenewal(entityKey);
  const { page, failure, contacts } = renewal;
  if (failure !== null && (failure.isFinal || page === null))
    return (
      <div className={styles.page}>
        <header className={styles.bar}>
          <b>{contacts === null || contacts.company === '' ? appText.product : contacts.company}</b>
        </header>
        <main className={styles.failed}>
          <h1>{failure.isFinal ? text.invalid : text.failed}</h1>
          <p role="alert">{failure.text}</p>
          {failure.isFinal ? null : (
            <button type="button" className={styles.button} onClick={renewal.retry}>
              {uiText.common.retry}
            </button>
          )}
        </main>
        {contacts === null ? null : <Contacts lines={[contacts.contact1, contacts.contact2]} />}
      </div>
    );
  return page === null ? <Skeleton /> : <Loaded page={page} renewal={renewal} />;
}

function Skeleton() {
  return (
    <div className={styles.page} aria-busy>
      <header className={styles.bar} />
      <main>
        <div className={styles.intro}>
          <h1>{text.title}</h1>
        </div>
        <ul className={styles.list}>
          {[0, 1, 2, 3].map((n) => (
            <li key={n} className={styles.blank} />
          ))}
        </ul>
      </main>
    </div>
  );
}

function Loaded({ page, renewal }: { page: NonNullable<Renewal['page']>; renewal: Renewal }) {
  const [news, setNews] = useState('');
  const { documents } = renewal;
  const approved = documents.filter(({ status }) => status === 'A').length;
  const checked = documents.filter(({ status }) => status === 'P').length;
  const needed = documents.filter(({ mayUpload }) => mayUpload).length;
  const ends = readIsoDate(page.licenceTo);
  const percent = (count: number) => `${(100 * count) / Math.max(1, documents.length)}%`;
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        {page.logo === '' ? null : (
          <img
            className={styles.logo}
            src={`data:image/png;base64,${page.logo}`}
            alt={text.logo(page.company)}
          />
        )}
        <div>
          <b>{page.company}</b>
          <span className={styles.quiet}>{text.subtitle}</span>
        </div>
      </header>
      <main>
        <div className={styles.intro}>
          <h1>{text.title}</h1>
          <p className={styles.entity}>
            <b>{page.entityName}</b>
            {ends === null ? null : (
              <span className={styles.quiet}>{text.licenceEnds(formatDate(ends))}</span>
            )}
          </p>
          {documents.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            <>
              <div className={styles.progressLine}>
                <span className={styles.meter} aria-hidden>
                  <i data-meaning="done" style={{ width: percent(approved) }} />
                  <i data-meaning="waiting" style={{ width: percent(checked) }} />
                </span>
                <span>
                  <b>{text.approved(approved, documents.length)}</b> {text.needYou(needed)}
                </span>
              </div>
              <p className={styles.quiet}>{text.hint}</p>
            </>
          )}
        </div>
        <p role="status" className={news === '' ? undefined : styles.news}>
          {news}
        </p>
        <ul className={styles.list} aria-label={text.list}>
          {documents.map((row) => (
            <RequiredDocument key={row.kind} row={row} acts={renewal} tell={setNews} />
          ))}
        </ul>
      </main>
      <Contacts lines={[page.contact1, page.contact2]} />
    </div>
  );
}

function Contacts({ lines }: { lines: readonly string[] }) {
  const known = lines.filter((line) => line !== '');
  return known.length === 0 ? null : (
    <footer className={styles.contacts} aria-label={text.contacts}>
      {known.map((line) => (
        <Contact key={line} line={line} />
      ))}
    </footer>
  );
}

/** A telephone number in a contact line. */
const TELEPHONE = /\+?\d[\d\s-]{6,}\d/;

/** A line with a telephone number can be called. */
function Contact({ line }: { line: string }) {
  const number = TELEPHONE.exec(line)?.[0];
  if (number === undefined) return <span className={styles.contact}>{line}</span>;
  const [before = '', after = ''] = line.split(number);
  return (
    <a className={styles.contact} href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      <IconPhone size={16} aria-hidden />
      <span>
        {before}
        <b>{number}</b>
        {after}
      </span>
    </a>
  );
}
