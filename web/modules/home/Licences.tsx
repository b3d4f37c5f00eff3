import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lapsingLicences } from '#contract/home/licences.ts';
import { LICENCE_SOON_DAYS } from '#domain/masters/entity.ts';
import { call } from '#web/wire/call.ts';
import { homeText } from '#web/texts/home.ts';
import { LicenceBadge } from '#web/ui/LicenceBadge.tsx';
import { QuerySection } from './QuerySection.tsx';
import { FRESH_MS } from './fresh.ts';
import { homePart } from './homePart.ts';
import styles from './Home.module.css';

const text = homeText.licences;

/** The licences that have lapsed or will lapse soon, the most urgent first. */
export function Licences() {
  const query = useQuery(
    homePart('licences', { alone: (signal) => call(lapsingLicences, {}, { signal }), staleTime: FRESH_MS }),
  );
  return (
    <QuerySection title={text.title} query={query}>
      {(licences) => (
        <>
          {licences.length === 0 ? <p className={styles.quiet}>{text.none(LICENCE_SOON_DAYS)}</p> : null}
          <ul className={styles.lines}>
            {licences.map(({ type, id, name, licenceTo }) => (
              <li key={id}>
                <Link to={`/entity?type=${type}&open=${id}`} className={styles.line}>
                  <span>{name}</span>
                  <LicenceBadge licenceTo={licenceTo} />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </QuerySection>
  );
}
