import { Link } from 'react-router';
import { shownCount, type WaitingKind } from '#domain/home/waiting.ts';
import { homeText } from '#web/texts/home.ts';
import styles from './Home.module.css';
import { Section } from './Section.tsx';

const text = homeText.waiting;

export interface WaitingLine {
  readonly kind: WaitingKind;
  readonly count: number;
  /** The screen where the user handles the item. */
  readonly path: string;
}

/** The items that wait for the user; each line links to its screen. */
export function WaitingList({
  lines,
  onApproach,
}: {
  lines: readonly WaitingLine[];
  onApproach: (path: string) => void;
}) {
  const waiting = lines.filter(({ count }) => count > 0);
  return (
    <Section title={text.title}>
      {waiting.length === 0 ? <p className={styles.quiet}>{text.nothing}</p> : null}
      <ul className={styles.lines}>
        {waiting.map(({ kind, count, path }) => (
          <li key={kind}>
            <Link
              to={path}
              className={styles.line}
              onMouseEnter={() => onApproach(path)}
              onFocus={() => onApproach(path)}
            >
              <span>{text.kinds[kind]}</span>
              <span className={styles.count}>{shownCount(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
