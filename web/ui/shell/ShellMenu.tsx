import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { shownCount } from '#domain/home/waiting.ts';
import { uiText } from '#web/texts/ui.ts';
import { currentEntry, type MenuGroup, type MenuItem, type MenuSingle, type ShellLink } from './menu.ts';
import styles from './Shell.module.css';

interface ShellMenuProps {
  items: readonly MenuItem[];
  path: string;
  Link: ShellLink;
  /** Called after a press on an entry; closes the drawer on a phone. */
  onGo?: () => void;
}

/** The menu: groups that open and close; the group of the current screen is open initially. */
export function ShellMenu({ items, path, Link, onGo }: ShellMenuProps) {
  const here = currentEntry(items, path);
  return (
    <nav aria-label={uiText.shell.menu} className={styles.menu}>
      {items.map((item) =>
        'entries' in item ? (
          <Group key={item.id} group={item} here={here?.id} Link={Link} onGo={onGo} />
        ) : (
          <Single key={item.id} item={item} here={here?.id} Link={Link} onGo={onGo} />
        ),
      )}
    </nav>
  );
}

function Waiting({ count }: { count: number }) {
  return <span className={styles.waiting}>{shownCount(count)}</span>;
}

interface SingleProps {
  item: MenuSingle;
  here: string | undefined;
  Link: ShellLink;
  onGo: (() => void) | undefined;
}

function Single({ item, here, Link, onGo }: SingleProps) {
  const inside = (
    <>
      {item.icon}
      <span className={styles.groupLabel}>{item.label}</span>
      {'waiting' in item && item.waiting ? <Waiting count={item.waiting} /> : null}
    </>
  );
  if ('onPress' in item) {
    return (
      <button type="button" className={styles.group} onClick={item.onPress}>
        {inside}
      </button>
    );
  }
  return (
    <Link
      href={item.href}
      className={styles.group ?? ''}
      {...(item.id === here ? { 'aria-current': 'page' as const } : {})}
      {...(onGo ? { onClick: onGo } : {})}
    >
      {inside}
    </Link>
  );
}

interface GroupProps {
  group: MenuGroup;
  here: string | undefined;
  Link: ShellLink;
  onGo: (() => void) | undefined;
}

function Group({ group, here, Link, onGo }: GroupProps) {
  const id = useId();
  const holdsHere = group.entries.some((entry) => entry.id === here);
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? holdsHere;
  const counted = group.entries.flatMap((entry) => [entry, ...(entry.kinds ?? [])]);
  const inside = open ? 0 : counted.reduce((sum, { waiting = 0 }) => sum + waiting, 0);
  return (
    <div>
      <button
        type="button"
        className={styles.group}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
      >
        {group.icon}
        <span className={styles.groupLabel}>{group.label}</span>
        {inside > 0 ? <Waiting count={inside} /> : null}
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
      </button>
      <ul id={id} className={styles.entries} hidden={!open}>
        {group.entries.map((entry) => (
          <li key={entry.id}>
            <Link
              href={entry.href}
              className={styles.entry ?? ''}
              {...(entry.id === here ? { 'aria-current': 'page' as const } : {})}
              {...(onGo ? { onClick: onGo } : {})}
            >
              <span className={styles.entryLabel}>{entry.label}</span>
              {entry.waiting ? <Waiting count={entry.waiting} /> : null}
            </Link>
            {entry.kinds?.map(({ id: kind, label, href, waiting = 0 }) => (
              <Link
                key={kind}
                href={href}
                className={`${styles.entry} ${styles.kind}`}
                {...(onGo ? { onClick: onGo } : {})}
              >
                <span className={styles.entryLabel}>{label}</span>
                <Waiting count={waiting} />
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
