import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, useId, useState, type KeyboardEvent } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from './Dialog.tsx';
import { takeKeys } from './heldKeys.ts';
import styles from './Palette.module.css';
import { byKind, findEntries, kindOf, type PaletteEntry } from './paletteSearch.ts';

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  /** The destinations. The caller passes only those that the user may see. */
  entries: readonly PaletteEntry[];
  /** Entries created from the typed text, such as "Request 1234". */
  entriesFor?: ((query: string) => readonly PaletteEntry[]) | undefined;
  /** Entries that a server has found for the typed text. */
  found?: readonly PaletteEntry[] | undefined;
  onQuery?: ((query: string) => void) | undefined;
  onChoose: (entry: PaletteEntry) => void;
}

/** Opens a screen, an action or a record by a part of its name. */
export function Palette({ opened, onClose, ...props }: PaletteProps) {
  return (
    <Dialog opened={opened} onClose={onClose} label={uiText.palette.title} width="lg" place="top">
      <PaletteBody {...props} onClose={onClose} />
    </Dialog>
  );
}

type PaletteBodyProps = Omit<PaletteProps, 'opened'>;

function PaletteBody({
  entries,
  entriesFor,
  found: served = [],
  onQuery,
  onChoose,
  onClose,
}: PaletteBodyProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const made = query.trim() && entriesFor ? entriesFor(query.trim()) : [];
  const found = byKind([...served, ...made, ...findEntries(entries, query)]);
  const optionId = (index: number) => `${id}-${index}`;

  function choose(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    onClose();
    onChoose(entry);
  }

  function move(to: number): void {
    const next = (to + found.length) % Math.max(1, found.length);
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function ask(next: string): void {
    setQuery(next);
    onQuery?.(next.trim());
    setActive(0);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Enter: () => choose(found[active]),
      // The list is always open, so Escape closes the whole palette.
      Escape: onClose,
    };
    const act = moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={styles.box ?? ''}
        role="combobox"
        aria-label={uiText.palette.placeholder}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        placeholder={uiText.palette.placeholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => ask(event.currentTarget.value)}
        onFocus={() => {
          const typed = takeKeys();
          if (typed !== '') ask(typed);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={uiText.palette.title} className={styles.list}>
        {found.map((entry, index) => (
          <Fragment key={entry.id}>
            {index === 0 || kindOf(found[index - 1] ?? entry) !== kindOf(entry) ? (
              <p role="presentation" className={styles.kind}>
                {uiText.palette.kinds[kindOf(entry)]}
              </p>
            ) : null}
            <div
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(entry)}
            >
              <span className={styles.label}>{entry.label}</span>
              <span className={styles.group}>{entry.group}</span>
            </div>
          </Fragment>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.nothing}>
        {found.length > 0 ? uiText.palette.results(found.length) : uiText.palette.nothing}
      </p>
    </>
  );
}
