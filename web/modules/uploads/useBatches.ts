import { useEffect } from 'react';
import { listBatches, type BatchRow } from '#contract/uploads/uploads.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';

/** Often enough that progress seems to move by itself. */
const WATCH_EVERY_MS = 1_000;

/** The uploaded sheets, newest first. While one is read, the list is asked for every second. */
export function useBatches(isSending: boolean) {
  const list = useList({
    key: ['uploads', 'batches'],
    fetchPage: (page, signal) => call(listBatches, { page }, { signal }),
    refetchesOnFocus: true,
  });
  const { refetch } = list.query;
  const isMoving = isSending || (list.rows ?? []).some(({ state }) => state === 'reading');
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void refetch(), WATCH_EVERY_MS);
    return () => {
      clearInterval(timer);
      // What the last answer did not know yet.
      void refetch();
    };
  }, [isMoving, refetch]);
  return list;
}

export type Batches = readonly BatchRow[] | undefined;
