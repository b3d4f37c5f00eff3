import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatFinancialYear } from '#domain/dates.ts';
import { homeText } from '#web/texts/home.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useKeys, useSingleKeys } from '#web/ui/keys.ts';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './Home.module.css';
import { Section } from './Section.tsx';

interface HomeScreen {
  readonly label: string;
  readonly path: string;
}

interface HomeProps {
  name: string;
  entity: string;
  /** In the form '2026-2027'. */
  financialYear: string;
  /** The screens that the user may open, by part; null until they are known. */
  groups: readonly { readonly label: string; readonly screens: readonly HomeScreen[] }[] | null;
  /** Called when the pointer or the focus is on a link to this path. */
  onApproach: (path: string) => void;
  /** Shown above the screens. */
  children: ReactNode;
}

/** The first screens can be opened with the keys 1 to 9. */
const KEYED_SCREENS = 9;

/** The user's name and entity, the waiting items, and the screens that the user may open. */
export function Home({ name, entity, financialYear, groups, onApproach, children }: HomeProps) {
  const navigate = useNavigate();
  const [singleKeys] = useSingleKeys();
  const keyed = (groups ?? []).flatMap(({ screens }) => screens).slice(0, KEYED_SCREENS);
  const keyOf = (path: string) => {
    const at = keyed.findIndex((screen) => screen.path === path);
    return at < 0 ? null : String(at + 1);
  };
  useKeys(
    keyed.map(({ label, path }, index) => ({
      keys: String(index + 1),
      does: homeText.open(label),
      run: () => void navigate(path),
    })),
  );
  return (
    <>
      <PageHeader
        title={homeText.greeting(name)}
        detail={`${entity} · ${formatFinancialYear(financialYear)}`}
      />
      {groups?.length === 0 ? <EmptyState title={homeText.none} text={homeText.noneText} /> : null}
      <div className={groups === null ? undefined : styles.cards}>{children}</div>
      <div className={styles.groups}>
        {groups?.map((group) => (
          <Section key={group.label} title={group.label}>
            <ul className={styles.lines}>
              {group.screens.map(({ label, path }) => {
                const key = keyOf(path);
                return (
                  <li key={path}>
                    <Link
                      to={path}
                      className={styles.line}
                      onMouseEnter={() => onApproach(path)}
                      onFocus={() => onApproach(path)}
                    >
                      <span>{label}</span>
                      {key !== null && singleKeys ? (
                        <span className={styles.key}>
                          <Keys keys={key} />
                        </span>
                      ) : null}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </Section>
        ))}
      </div>
    </>
  );
}
