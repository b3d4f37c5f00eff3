import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayable } from '#web/app/problems.ts';
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
 * A section whose content is asked for: absent until it has come. Where it did not come the heading stays, with the
 * reason, because a section that is absent is one that the user has no right to.
 */
export function AskedSection<Data>({ title, more, query, children }: AskedSectionProps<Data>) {
  const { data, error, errorUpdateCount, isFetching, refetch } = query;
  if (data !== undefined)
    return (
      <Section title={title} more={more}>
        {children(data)}
      </Section>
    );
  const said = error === null ? '' : sayable(error);
  // While it is asked for again there is no error, and the section stays all the same.
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
