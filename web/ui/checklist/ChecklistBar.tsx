import { checklistText as text } from '#web/texts/checklist.ts';
import { Keys } from '../KeyCaps.tsx';
import { useSingleKeys } from '../keys.ts';
import styles from './ChecklistBar.module.css';
import { CHECKLIST_FILTERS, matching, type ChecklistFilter, type ChecklistItem } from './rows.ts';

interface ChecklistBarProps {
  rows: readonly ChecklistItem[];
  filter: ChecklistFilter;
  /** The name of the filter of changed answers; null if there is nothing to compare. */
  changed: string | null;
  progress: { readonly answered: number; readonly all: number };
  onFilter: (filter: ChecklistFilter) => void;
}

/** The filters of a checklist, each with its count, and how many rows are answered. */
export function ChecklistBar({ rows, filter, changed, progress, onFilter }: ChecklistBarProps) {
  const [hasKeys] = useSingleKeys();
  const { answered, all } = progress;
  return (
    <div className={styles.bar}>
      <div className={`${styles.filters} no-print`} role="group" aria-label={text.show}>
        {CHECKLIST_FILTERS.filter((each) => each !== 'changed' || changed !== null).map((each) => (
          <button
            key={each}
            type="button"
            className={styles.filter}
            aria-pressed={each === filter}
            onClick={() => onFilter(each)}
          >
            {each === 'changed' ? changed : text.filters[each]}
            <span className={styles.count}>{matching(rows, each).length}</span>
            {each === 'open' && hasKeys ? (
              <span className={styles.hint} aria-hidden>
                <Keys keys="u" />
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div className={styles.progress}>
        <span role="status">{text.answered(answered, all)}</span>
        <span className={styles.meter} aria-hidden>
          <span style={{ width: `${all === 0 ? 0 : (100 * answered) / all}%` }} />
        </span>
      </div>
    </div>
  );
}
