import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { useKeys } from '#web/ui/keys.ts';
import type { Requests } from '../useRequests.ts';
import styles from './Detail.module.css';

const { request: text, keys } = requestDetailText;

interface NeighboursProps {
  srno: number;
  requests: Requests;
  onOpen: (srno: number) => void;
}

/** The previous and the next request in the list that the user came from. */
export function Neighbours({ srno, requests: { rows = [], table }, onOpen }: NeighboursProps) {
  const index = rows.findIndex((row) => row.srno === srno);
  const previous = index > 0 ? rows[index - 1]?.srno : undefined;
  const next = index >= 0 ? rows[index + 1]?.srno : undefined;
  const { hasMore, loadingMore, onMore } = table;
  const needsMore = index >= 0 && next === undefined && hasMore && !loadingMore;
  useEffect(() => {
    if (needsMore) onMore();
  }, [needsMore, onMore]);
  useKeys([
    ...(previous === undefined ? [] : [{ keys: 'p', does: keys.previous, run: () => onOpen(previous) }]),
    ...(next === undefined ? [] : [{ keys: 'n', does: keys.next, run: () => onOpen(next) }]),
  ]);
  if (index < 0) return null;
  const count = `${rows.length}${hasMore ? '+' : ''}`;
  return (
    <nav className={styles.neighbours} aria-label={text.place(index + 1, count)}>
      <Tooltip label={text.previous}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={text.previous}
          disabled={previous === undefined}
          onClick={() => previous !== undefined && onOpen(previous)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className={styles.quiet}>{text.place(index + 1, count)}</span>
      <Tooltip label={text.next}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={text.next}
          disabled={next === undefined}
          onClick={() => next !== undefined && onOpen(next)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </nav>
  );
}
