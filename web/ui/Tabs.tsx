import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './Tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** How far the work on the tab has come, such as 18/25. */
  readonly count?: string | undefined;
  /** Shows a tick in place of the count. */
  readonly isComplete?: boolean;
  /** Shown in place of both, if the progress changes more often than the tabs are rendered; use TabProgress. */
  readonly live?: ReactNode;
  /** Shows a dot: the tab has changes that are not saved. */
  readonly isUnsaved?: boolean;
}

interface TabsProps<Id extends string> {
  /** Names the row of tabs for a screen reader. */
  label: string;
  tabs: readonly Tab<Id>[];
  open: Id;
  onOpen: (id: Id) => void;
  /** The tabs of a part of a screen: smaller, and beside other content of their row. */
  sub?: { readonly aside: ReactNode };
  /** The content of the open tab. */
  children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Parts of a screen of which one is shown; the arrow keys move between the tabs. */
export function Tabs<Id extends string>({ label, tabs, open, onOpen, sub, children }: TabsProps<Id>) {
  const row = useRef<HTMLDivElement>(null);
  // On a narrow screen the row of tabs scrolls sideways, and the open tab may be outside of it.
  useEffect(() => {
    row.current
      ?.querySelector(`#tab-${open}`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [open]);

  function move(event: KeyboardEvent): void {
    const here = tabs.findIndex(({ id }) => id === open);
    const step = STEPS[event.key];
    const next =
      event.key === 'Home'
        ? tabs[0]
        : event.key === 'End'
          ? tabs.at(-1)
          : step === undefined
            ? undefined
            : tabs[(here + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next.id);
    row.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  }

  const names = (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      className={`${sub === undefined ? styles.tabs : styles.subTabs} no-print`}
      onKeyDown={move}
    >
      {tabs.map(({ id, ...tab }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          className={styles.tab}
          aria-selected={id === open}
          aria-controls={id === open ? `panel-${id}` : undefined}
          tabIndex={id === open ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          <TabName {...tab} />
        </button>
      ))}
    </div>
  );
  return (
    <>
      {sub === undefined ? (
        names
      ) : (
        <div className={styles.subRow}>
          {names}
          {sub.aside}
        </div>
      )}
      <div role="tabpanel" id={`panel-${open}`} aria-labelledby={`tab-${open}`}>
        {children}
      </div>
    </>
  );
}

/** Everything that is shown is part of the name of the tab, so that a screen reader says it. */
function TabName({ label, live, isUnsaved = false, ...progress }: Omit<Tab<string>, 'id'>) {
  return (
    <>
      {label}
      {live ?? <TabProgress {...progress} />}
      {isUnsaved ? (
        <span className={styles.dot} title={uiText.tabs.unsaved}>
          <span className="visually-hidden">{uiText.tabs.unsaved}</span>
        </span>
      ) : null}
    </>
  );
}

/** How far the work on a tab has come. */
export function TabProgress({ count, isComplete = false }: Pick<Tab<string>, 'count' | 'isComplete'>) {
  if (isComplete)
    return (
      <span className={styles.complete}>
        <IconCheck size={15} aria-hidden />
        <span className="visually-hidden">{uiText.tabs.complete}</span>
      </span>
    );
  return count === undefined ? null : <span className={styles.count}> {count}</span>;
}
