import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formatFinancialYear } from '#domain/dates.ts';
import { shownCount, type Waiting } from '#domain/home/waiting.ts';
import { homeText } from '#web/texts/home.ts';
import { useKeys } from '#web/ui/keys.ts';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './Home.module.css';
import { useListed, type Listed } from './useQueue.ts';

interface HomeProps {
  name: string;
  entity: string;
  /** In the form '2026-2027'. */
  financialYear: string;
  waiting: Waiting;
  /** The screen for a new request; null if the user may not make one. */
  newRequest: string | null;
  strip?: ReactNode;
  /** The work of the user. */
  children: ReactNode;
  /** Beside the work: rates, notes, budget, licences. */
  aside?: ReactNode;
}

/** What waits for the user, the turnover of today, and the facts that the user's work needs. */
export function Home(props: HomeProps) {
  const { name, entity, financialYear, waiting, newRequest } = props;
  const listed = useListed(waiting);
  return (
    <>
      <PageHeader
        title={headingOf(listed, name)}
        detail={`${name} · ${entity} · ${formatFinancialYear(financialYear)}`}
        primary={newRequest === null ? undefined : <NewRequest path={newRequest} />}
      />
      <div className={styles.page}>
        {props.strip}
        <div className={styles.columns}>
          {props.children}
          <div className={styles.aside}>{props.aside}</div>
        </div>
      </div>
    </>
  );
}

/** A user whose only work is stops reads how many; everyone else reads how much home lists. */
function headingOf(listed: Listed | null, name: string): string {
  if (listed === null) return homeText.unknown;
  const { count, more, stops } = listed;
  const { deliver, collect } = stops;
  if (!more && count > 0 && deliver + collect === count) return homeText.stops(deliver, collect);
  return homeText.heading(more ? `${count}+` : shownCount(count), count === 1 && !more, name);
}

function NewRequest({ path }: { path: string }) {
  const navigate = useNavigate();
  const open = () => void navigate(path);
  useKeys([{ keys: 'alt+c', does: homeText.newRequest, run: open }]);
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={
        <span className={styles.onPrimary}>
          <Keys keys="alt+c" />
        </span>
      }
      onClick={open}
    >
      {homeText.newRequest}
    </Button>
  );
}
