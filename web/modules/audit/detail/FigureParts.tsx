import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDecimal } from '#domain/numbers.ts';
import { auditDetailText } from '#web/texts/audit.ts';
import { enterGoesOn } from '#web/ui/enterGoesOn.ts';
import styles from './Figures.module.css';

const text = auditDetailText.figures;

/** The figure of a cell; a dash if it is not known. */
export const Figure = ({ value }: { value: string | number | null }) =>
  value === null || value === '' ? (
    <span className={styles.quiet}>{text.notKnown}</span>
  ) : (
    formatDecimal(String(value), 0)
  );

/** The head of a column; a lock says that its figures cannot be typed. */
export const FigureHead = ({ children, isLocked = false }: { children: ReactNode; isLocked?: boolean }) => (
  <th scope="col" className="number">
    {isLocked ? <IconLock size={13} className={styles.lock} aria-label={text.locked} /> : null}
    {children}
  </th>
);

interface FigureSheetProps {
  /** A line above the tables. */
  about: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  /** A line below the tables. */
  foot?: ReactNode;
}

/** Tables of figures; Enter goes from field to field. The Save of the audit saves them. */
export const FigureSheet = ({ about, action, children, foot }: FigureSheetProps) => (
  <form
    className={styles.sheet}
    noValidate
    onKeyDown={enterGoesOn}
    onSubmit={(event) => event.preventDefault()}
  >
    <div className={styles.top}>
      <p className={styles.about}>{about}</p>
      {action}
    </div>
    {children}
    {foot === undefined ? null : <p className={styles.about}>{foot}</p>}
  </form>
);
