import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Option } from '#contract/shared.ts';
import type { By, Source } from './source.ts';

const SEARCH_PAUSE_MS = 200;
const FRESH_MS = 60_000;
/** More than anyone reads through; typing finds the rest. */
const SHOWN_ENTRIES = 50;

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Entries {
  readonly found: readonly Option[];
  readonly hasMore: boolean;
  /** What is shown answers what was typed. */
  readonly isSettled: boolean;
  readonly isFailed: boolean;
}

/** The entries that match what is typed, asked for while the drop-down is open. */
export function useEntries(source: Source, by: By, typed: string, isOpen: boolean): Entries {
  const q = useSettled(typed.trim());
  const { data, isFetching, isError } = useQuery({
    queryKey: [source.id, 'options', by, q],
    enabled: isOpen,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => source.ask({ ...by, limit: SHOWN_ENTRIES, ...(q === '' ? {} : { q }) }, signal),
  });
  const isSettled = data !== undefined && !isFetching && q === typed.trim();
  return {
    // Entries that answer an earlier text are not shown: Enter, pressed quickly, would take the wrong one.
    found: typed.trim() !== '' && !isSettled ? [] : (data?.options ?? []),
    hasMore: data?.hasMore ?? false,
    isSettled,
    isFailed: isError,
  };
}

/** The entries of the values that are chosen now, which the search need not hold. */
export function useChosen(source: Source, values: readonly string[]): readonly Option[] {
  const queries = useQueries({
    queries: values.map((value) => ({
      queryKey: [source.id, 'options', 'of', value],
      staleTime: FRESH_MS,
      queryFn: ({ signal }: { signal: AbortSignal }) => source.ask({ value }, signal),
    })),
  });
  return queries.flatMap(({ data }) => data?.options ?? []);
}
