import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userMessage } from '#web/wire/problems.ts';
import { uiText } from '#web/texts/ui.ts';
import styles from './Home.module.css';
import { Section } from './Section.tsx';

interface AskedSectionProps<Data> {
  title: string;
  more?: ReactNode;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/**
 * A section with loaded content: absent until it is loaded. If loading fails, the heading stays with the reason,
 * because an absent section means that the user lacks the right.
 */
export function QuerySection<Data>({ title, more, query, children }: AskedSectionProps<Data>) {
  const { data, error, errorUpdateCount, isFetching, refetch } = query;
  if (data !== undefined)
    return (
      <Section title={title} more={more}>
        {children(data)}
      </Section>
    );
  const said = error === null ? '' : userMessage(error);
  // During a retry there is no error, but the section stays.
  if (said === null || errorUpdateCount === 0) return null;
  return (
    <Section title={title} more={more}>
      <p className={styles.quiet} role="status">
        {said}{' '}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {uiText.common.retry}
        </Button>
      </p>
    </Section>
  );
}
