import { useQuery } from '@tanstack/react-query';
import { IconAlertCircle, IconCalendarEvent, IconClock } from '@tabler/icons-react';
import { formatDate, isoDate } from '#domain/dates.ts';
import { EXPIRY_FILTERS, type ExpiryFilter } from '#domain/library/codes.ts';
import { expiryOf, expiryRange } from '#domain/library/document.ts';
import { libraryText } from '#web/texts/library.ts';
import { expiryQuery } from './libraryQueries.ts';
import { monthTicks, placeOf, pointsOf } from './expiryPoints.ts';
import styles from './ExpiryAxis.module.css';

const text = libraryText.expiry;
const ICONS = { LAPSED: IconAlertCircle, SOON: IconClock, YEAR: IconCalendarEvent } as const;

interface ExpiryAxisProps {
  filter: ExpiryFilter | '';
  /** Whether the user gets the mails, and is told of them. */
  mayAdd: boolean;
  onFilter: (filter: ExpiryFilter | '') => void;
  onOpen: (srno: number) => void;
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;

/** What has lapsed and what lapses within a year: how many, and when. Nothing if there is neither. */
export function ExpiryAxis({ filter, mayAdd, onFilter, onOpen }: ExpiryAxisProps) {
  const { data } = useQuery(expiryQuery);
  if (data === undefined) return <div className={styles.waiting} aria-busy />;
  if (data.lapsed + data.year === 0) return null;
  const counts = { LAPSED: data.lapsed, SOON: data.soon, YEAR: data.year };
  const today = isoDate(data.today);
  const coming = data.coming.map((each) => ({ ...each, expires: isoDate(each.expires) }));
  const [last] = data.past;
  return (
    <section className={`${styles.box} no-print`} aria-label={text.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{text.title}</h2>
        {EXPIRY_FILTERS.map((each) => {
          const Icon = ICONS[each];
          return (
            <button
              key={each}
              type="button"
              className={styles.chip}
              data-kind={each}
              aria-pressed={filter === each}
              onClick={() => onFilter(filter === each ? '' : each)}
            >
              <Icon size={14} aria-hidden />
              {text.filter[each]} <strong>{text.count(counts[each])}</strong>
            </button>
          );
        })}
        {mayAdd ? <span className={styles.mails}>{text.mails(data.reminders)}</span> : null}
      </div>
      <div className={styles.body}>
        {last === undefined ? null : (
          <button type="button" className={styles.past} onClick={() => onOpen(last.srno)}>
            <IconAlertCircle size={14} aria-hidden />
            <strong className={styles.pastName}>{last.name}</strong>
            <span>{text.lapsedOn(formatDate(isoDate(last.expires)))}</span>
          </button>
        )}
        <div className={styles.axis}>
          <div
            className={styles.soon}
            style={{ width: percent(placeOf(expiryRange('SOON', today).to, today)) }}
            aria-hidden
          />
          <span className={styles.today} aria-hidden>
            {text.today}
          </span>
          <div className={styles.line} aria-hidden>
            {monthTicks(today).map(({ at, label }) => (
              <span key={label} className={styles.tick} style={{ left: percent(at) }}>
                {label}
              </span>
            ))}
          </div>
          <ol className={styles.points} aria-label={text.axis}>
            {pointsOf(coming, today).map(({ srno, name, expires, at, lane, isLeft, isTarget }) => (
              <li key={srno} className={styles.point} style={{ left: percent(at) }}>
                {isTarget ? (
                  <button
                    type="button"
                    className={styles.dot}
                    data-state={expiryOf(expires, today)?.state}
                    aria-label={text.point(name, formatDate(expires))}
                    title={text.point(name, formatDate(expires))}
                    onClick={() => onOpen(srno)}
                  />
                ) : (
                  <span
                    role="img"
                    className={styles.dot}
                    data-state={expiryOf(expires, today)?.state}
                    aria-label={text.point(name, formatDate(expires))}
                  />
                )}
                {lane === null ? null : (
                  <span className={styles.label} data-lane={lane} data-left={isLeft || undefined} aria-hidden>
                    <strong>{name}</strong> {formatDate(expires).slice(0, 5)}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
